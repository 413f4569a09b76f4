resource "aws_dax_cluster" "example" {
  cluster_name = "d"
  server_side_encryption {
    enabled = true
  }
}

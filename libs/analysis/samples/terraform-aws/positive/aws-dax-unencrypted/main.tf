resource "aws_dax_cluster" "example" {
  cluster_name = "c"
  node_type    = "dax.t3.small"
}

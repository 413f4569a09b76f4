resource "aws_msk_cluster" "example" {
  cluster_name = "k"
}

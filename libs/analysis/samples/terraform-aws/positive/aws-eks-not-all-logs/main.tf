resource "aws_eks_cluster" "example" {
  name                      = "k"
  enabled_cluster_log_types = ["audit"]
}

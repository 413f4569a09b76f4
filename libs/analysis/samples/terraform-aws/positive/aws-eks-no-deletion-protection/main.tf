resource "aws_eks_cluster" "example" {
  name                      = "k"
  role_arn                  = "arn"
  enabled_cluster_log_types = ["api", "audit", "authenticator"]
}

resource "aws_eks_cluster" "example" {
  name     = "k"
  role_arn = "arn"
}

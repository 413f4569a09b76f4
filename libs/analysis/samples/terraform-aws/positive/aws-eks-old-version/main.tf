resource "aws_eks_cluster" "example" {
  name    = "k"
  version = "1.27"
}

resource "aws_eks_cluster" "example" {
  name     = "k"
  role_arn = "arn"
  vpc_config {
    subnet_ids             = ["subnet-1"]
    endpoint_public_access = true
  }
}

resource "aws_vpclattice_service" "example" {
  name      = "s"
  auth_type = "AWS_IAM"
}

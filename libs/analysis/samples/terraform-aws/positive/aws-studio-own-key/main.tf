resource "aws_sagemaker_domain" "example" {
  domain_name = "d"
  auth_mode   = "IAM"
  vpc_id      = "vpc-1"
}

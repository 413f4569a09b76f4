resource "aws_sagemaker_notebook_instance" "example" {
  name                   = "n"
  role_arn               = "arn"
  direct_internet_access = "Disabled"
}

resource "aws_sagemaker_notebook_instance" "example" {
  name                   = "n"
  role_arn               = "arn"
  instance_type          = "ml.t3.medium"
  direct_internet_access = "Disabled"
  platform_identifier    = "notebook-al1-v1"
}

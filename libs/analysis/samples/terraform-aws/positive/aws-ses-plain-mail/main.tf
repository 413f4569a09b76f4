resource "aws_ses_configuration_set" "example" {
  name = "m"
}

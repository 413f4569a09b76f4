resource "aws_ssm_service_setting" "example" {
  setting_id    = "arn:aws:ssm:eu-west-1:111122223333:servicesetting/ssm/documents/console/public-sharing-permission"
  setting_value = "Disable"
}

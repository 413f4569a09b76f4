resource "aws_directory_service_radius_settings" "example" {
  directory_id            = "d"
  authentication_protocol = "MS-CHAPv2"
}

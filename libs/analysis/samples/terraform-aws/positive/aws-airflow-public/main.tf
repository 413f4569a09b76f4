resource "aws_mwaa_environment" "example" {
  name                  = "a"
  webserver_access_mode = "PUBLIC_ONLY"
}

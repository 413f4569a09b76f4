resource "aws_apprunner_service" "example" {
  service_name = "s"
}

resource "aws_ecs_service" "example" {
  name             = "s"
  platform_version = "1.3.0"
}

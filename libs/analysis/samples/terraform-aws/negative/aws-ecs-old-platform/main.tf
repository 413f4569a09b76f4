resource "aws_ecs_service" "example" {
  name             = "s"
  platform_version = "LATEST"
}

resource "aws_ecs_cluster" "example" {
  name = "c"
  setting {
    name  = "containerInsights"
    value = "enabled"
  }
}

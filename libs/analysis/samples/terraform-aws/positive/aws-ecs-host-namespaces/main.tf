resource "aws_ecs_task_definition" "example" {
  pid_mode = "host"
  family = "t"
  container_definitions = jsonencode([{
    name  = "app"
    image = "app:1"
  }])
}

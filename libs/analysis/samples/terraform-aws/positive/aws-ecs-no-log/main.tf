resource "aws_ecs_task_definition" "example" {
  family = "t"
  container_definitions = jsonencode([{
    name  = "app"
    image = "app:1"
  }])
}

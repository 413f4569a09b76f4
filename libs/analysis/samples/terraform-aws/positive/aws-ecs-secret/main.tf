resource "aws_ecs_task_definition" "example" {
  family = "t"
  container_definitions = jsonencode([{
    name  = "app"
    image = "app:1"
    environment = [{ name = "DB_PASSWORD", value = "q9Zt4LrVb1XeYw0H" }]
  }])
}

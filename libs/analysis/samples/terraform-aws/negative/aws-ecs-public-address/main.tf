resource "aws_ecs_service" "example" {
  name            = "s"
  task_definition = "t"
  network_configuration {
    assign_public_ip = false
  }
}

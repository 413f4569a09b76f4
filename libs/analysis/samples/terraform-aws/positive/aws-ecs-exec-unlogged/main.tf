resource "aws_ecs_cluster" "example" {
  name = "c"
  configuration {
    execute_command_configuration {
      logging = "NONE"
    }
  }
}

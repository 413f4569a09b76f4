resource "aws_ecs_task_definition" "example" {
  family = "t"
  container_definitions = jsonencode([{
    name  = "app"
    image = "app:1"
  }])
  volume {
    name = "v"
    efs_volume_configuration {
      file_system_id     = "fs-1"
      transit_encryption = "ENABLED"
    }
  }
}

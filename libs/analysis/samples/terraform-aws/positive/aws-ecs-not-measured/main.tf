resource "aws_ecs_cluster" "example" {
  name = "c"
}

resource "aws_ecr_repository" "example" {
  name = "app"
}

resource "aws_codecommit_repository" "example" {
  repository_name = "r"
}

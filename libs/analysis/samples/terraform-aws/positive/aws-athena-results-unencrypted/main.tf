resource "aws_athena_workgroup" "example" {
  name = "w"
}

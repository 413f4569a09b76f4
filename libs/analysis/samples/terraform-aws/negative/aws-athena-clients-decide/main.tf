resource "aws_athena_workgroup" "example" {
  name = "w"
  configuration {
    enforce_workgroup_configuration = true
  }
}

resource "aws_athena_workgroup" "example" {
  name = "w"
  configuration {
    result_configuration {
      encryption_configuration {
        encryption_option = "SSE_KMS"
      }
    }
  }
}

resource "aws_athena_database" "example" {
  name   = "d"
  bucket = "results"
  encryption_configuration {
    encryption_option = "SSE_KMS"
    kms_key           = "arn"
  }
}

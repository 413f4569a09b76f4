resource "aws_glue_security_configuration" "example" {
  encryption_configuration {
    s3_encryption {
      s3_encryption_mode = "DISABLED"
    }
  }
}

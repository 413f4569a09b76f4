resource "aws_kinesis_stream" "example" {
  name             = "s"
  encryption_type  = "KMS"
  retention_period = 168
}

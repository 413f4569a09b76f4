resource "aws_kinesis_stream" "example" {
  name            = "s"
  encryption_type = "KMS"
}

resource "aws_kinesis_firehose_delivery_stream" "example" {
  extended_s3_configuration {
    role_arn   = "arn"
    bucket_arn = "arn"
  }
}

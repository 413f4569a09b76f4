resource "aws_kinesis_firehose_delivery_stream" "example" {
  name        = "f"
  destination = "extended_s3"
}

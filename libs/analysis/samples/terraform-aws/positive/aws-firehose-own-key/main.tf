resource "aws_kinesis_firehose_delivery_stream" "example" {
  name = "f"
  server_side_encryption {
    enabled = true
  }
}

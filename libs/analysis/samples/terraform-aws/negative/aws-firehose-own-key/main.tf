resource "aws_kinesis_firehose_delivery_stream" "example" {
  name = "f"
  server_side_encryption {
    enabled  = true
    key_type = "CUSTOMER_MANAGED_CMK"
    key_arn  = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
  }
}

resource "aws_config_delivery_channel" "example" {
  s3_bucket_name = "logs"
}

resource "aws_dms_s3_endpoint" "example" {
  endpoint_id   = "e"
  endpoint_type = "target"
  bucket_name   = "b"
}

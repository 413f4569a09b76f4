resource "aws_ssm_resource_data_sync" "example" {
  s3_destination {
    bucket_name = "b"
  }
}

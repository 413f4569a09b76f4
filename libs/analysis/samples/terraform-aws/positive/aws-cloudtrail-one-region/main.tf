resource "aws_cloudtrail" "example" {
  name                       = "t"
  s3_bucket_name             = "logs"
  enable_log_file_validation = true
}

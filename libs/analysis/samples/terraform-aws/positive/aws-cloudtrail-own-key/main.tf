resource "aws_cloudtrail" "example" {
  name                       = "t"
  s3_bucket_name             = "logs"
  is_multi_region_trail      = true
  enable_log_file_validation = true
}

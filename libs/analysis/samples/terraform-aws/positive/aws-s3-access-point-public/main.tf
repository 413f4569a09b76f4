resource "aws_s3_access_point" "example" {
  bucket = "reports"
  name   = "a"
  public_access_block_configuration {
    block_public_policy = false
  }
}

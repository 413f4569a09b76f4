resource "aws_s3control_multi_region_access_point" "example" {
  details {
    name = "a"
    public_access_block {
      block_public_policy = false
    }
  }
}

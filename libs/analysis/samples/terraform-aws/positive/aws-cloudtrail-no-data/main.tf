resource "aws_cloudtrail" "example" {
  name                  = "t"
  is_multi_region_trail = true
}

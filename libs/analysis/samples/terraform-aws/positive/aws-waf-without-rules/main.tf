resource "aws_wafv2_web_acl" "example" {
  name = "f"
}

resource "aws_waf_web_acl" "example" {
  name        = "f"
  metric_name = "f"
}

resource "aws_wafv2_web_acl" "example" {
  visibility_config {
    cloudwatch_metrics_enabled = false
  }
}

resource "aws_wafv2_web_acl" "example" {
  name = "f"
  rule {
    name = "r"
    statement {
      managed_rule_group_statement {
        name        = "AWSManagedRulesKnownBadInputsRuleSet"
        vendor_name = "AWS"
      }
    }
  }
}

resource "aws_wafv2_web_acl_logging_configuration" "example" {
  resource_arn            = aws_wafv2_web_acl.example.arn
  log_destination_configs = ["arn"]
}

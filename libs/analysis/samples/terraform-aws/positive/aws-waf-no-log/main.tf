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

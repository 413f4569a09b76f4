resource "aws_load_balancer_policy" "example" {
  policy_name = "p"
  policy_attribute {
    name  = "Protocol-TLSv1"
    value = "true"
  }
}

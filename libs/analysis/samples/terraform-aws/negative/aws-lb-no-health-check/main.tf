resource "aws_lb_target_group" "example" {
  port     = 443
  protocol = "HTTPS"
  health_check {
    enabled = true
  }
}

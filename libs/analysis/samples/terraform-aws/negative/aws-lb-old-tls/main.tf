resource "aws_lb_listener" "example" {
  load_balancer_arn = "arn"
  port              = 443
  protocol          = "HTTPS"
  ssl_policy        = "ELBSecurityPolicy-TLS13-1-2-2021-06"
  default_action {
    type = "forward"
  }
}

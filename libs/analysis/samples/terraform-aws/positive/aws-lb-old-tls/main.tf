resource "aws_lb_listener" "example" {
  load_balancer_arn = "arn"
  port              = 443
  protocol          = "HTTPS"
  ssl_policy        = "ELBSecurityPolicy-2016-08"
  default_action {
    type = "forward"
  }
}

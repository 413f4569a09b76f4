resource "aws_lb" "example" {
  load_balancer_type = "network"
}

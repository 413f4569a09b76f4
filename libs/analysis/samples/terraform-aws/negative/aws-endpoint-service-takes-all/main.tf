resource "aws_vpc_endpoint_service" "example" {
  network_load_balancer_arns = ["arn"]
  acceptance_required        = true
}

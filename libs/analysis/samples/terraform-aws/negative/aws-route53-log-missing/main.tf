resource "aws_flow_log" "example" {
  vpc_id          = "vpc-1"
  log_destination = "arn"
  traffic_type    = "ALL"
}

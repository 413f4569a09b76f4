resource "aws_lb" "example" {
  subnets = ["subnet-1"]
}

resource "aws_subnet" "example" {
  vpc_id     = "vpc-1"
  cidr_block = "10.0.0.0/24"
}

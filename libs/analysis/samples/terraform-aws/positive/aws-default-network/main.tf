resource "aws_default_vpc" "example" {}

resource "aws_security_group" "example" {
  ingress {
    protocol    = "tcp"
    from_port   = 1433
    to_port     = 1433
    cidr_blocks = ["10.0.0.0/8"]
  }
}

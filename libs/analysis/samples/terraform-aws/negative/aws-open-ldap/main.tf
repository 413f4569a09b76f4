resource "aws_security_group" "example" {
  ingress {
    protocol    = "tcp"
    from_port   = 389
    to_port     = 389
    cidr_blocks = ["10.0.0.0/8"]
  }
}

resource "aws_security_group" "example" {
  ingress {
    protocol    = "tcp"
    from_port   = 445
    to_port     = 445
    cidr_blocks = ["0.0.0.0/0"]
  }
}

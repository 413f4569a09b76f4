resource "aws_security_group" "example" {
  ingress {
    protocol    = "tcp"
    from_port   = 23
    to_port     = 23
    cidr_blocks = ["0.0.0.0/0"]
  }
}

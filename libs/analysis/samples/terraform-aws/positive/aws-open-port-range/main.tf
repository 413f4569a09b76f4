resource "aws_security_group" "example" {
  ingress {
    protocol    = "tcp"
    from_port   = 10000
    to_port     = 20000
    cidr_blocks = ["0.0.0.0/0"]
  }
}

resource "aws_security_group" "example" {
  ingress {
    protocol    = "tcp"
    from_port   = 11211
    to_port     = 11211
    cidr_blocks = ["0.0.0.0/0"]
  }
}

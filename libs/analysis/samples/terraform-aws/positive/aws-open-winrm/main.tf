resource "aws_security_group" "example" {
  ingress {
    protocol    = "tcp"
    from_port   = 5985
    to_port     = 5985
    cidr_blocks = ["0.0.0.0/0"]
  }
}

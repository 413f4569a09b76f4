resource "aws_security_group" "example" {
  ingress {
    protocol    = "tcp"
    from_port   = 9092
    to_port     = 9092
    cidr_blocks = ["0.0.0.0/0"]
  }
}

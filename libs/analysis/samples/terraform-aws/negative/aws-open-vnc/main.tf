resource "aws_security_group" "example" {
  ingress {
    protocol    = "tcp"
    from_port   = 5900
    to_port     = 5900
    cidr_blocks = ["10.0.0.0/8"]
  }
}

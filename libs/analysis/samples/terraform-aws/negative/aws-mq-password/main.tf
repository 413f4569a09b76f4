variable "password" {
  sensitive = true
}

resource "aws_mq_broker" "example" {
  broker_name = "b"
  user {
    username = "app"
    password = var.password
  }
}

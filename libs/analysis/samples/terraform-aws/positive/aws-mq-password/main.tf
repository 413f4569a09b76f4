resource "aws_mq_broker" "example" {
  broker_name = "b"
  user {
    username = "app"
    password = "q9Zt4LrVb1XeYw0H"
  }
}

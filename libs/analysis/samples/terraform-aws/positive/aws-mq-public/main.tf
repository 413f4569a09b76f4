resource "aws_mq_broker" "example" {
  broker_name         = "b"
  publicly_accessible = true
}

resource "aws_mq_broker" "example" {
  broker_name        = "b"
  engine_type        = "ActiveMQ"
  host_instance_type = "mq.m5.large"
}

resource "aws_cloudwatch_event_bus" "example" {
  name = "b"
}

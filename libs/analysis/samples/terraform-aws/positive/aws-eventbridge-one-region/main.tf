resource "aws_cloudwatch_event_endpoint" "example" {
  name = "e"
  replication_config {
    state = "DISABLED"
  }
}

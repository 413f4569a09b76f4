resource "aws_cloudwatch_event_api_destination" "example" {
  invocation_endpoint = "https://events.example.com"
}

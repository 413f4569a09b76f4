resource "aws_sqs_queue" "example" {
  name                    = "q"
  sqs_managed_sse_enabled = false
}

resource "aws_sqs_queue" "example" {
  name = "q"
}

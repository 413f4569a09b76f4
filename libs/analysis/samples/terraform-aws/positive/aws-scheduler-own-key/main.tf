resource "aws_scheduler_schedule" "example" {
  schedule_expression = "rate(1 hour)"
}

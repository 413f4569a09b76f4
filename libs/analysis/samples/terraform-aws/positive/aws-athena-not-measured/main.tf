resource "aws_athena_workgroup" "example" {
  name = "w"
  configuration {
    publish_cloudwatch_metrics_enabled = false
  }
}

resource "aws_codebuild_project" "example" {
  name         = "b"
  service_role = "arn"
  logs_config {
    cloudwatch_logs {
      status = "DISABLED"
    }
  }
}

resource "aws_codebuild_project" "example" {
  name         = "b"
  service_role = "arn"
  environment {
    privileged_mode = true
  }
}

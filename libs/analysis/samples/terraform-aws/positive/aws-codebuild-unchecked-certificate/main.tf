resource "aws_codebuild_project" "example" {
  name         = "b"
  service_role = "arn"
  source {
    insecure_ssl = true
  }
}

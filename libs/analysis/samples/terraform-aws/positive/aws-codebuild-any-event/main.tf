resource "aws_codebuild_webhook" "example" {
  project_name = "b"
}

resource "aws_codebuild_project" "example" {
  name = "b"
  artifacts {
    type                = "S3"
    encryption_disabled = true
  }
}

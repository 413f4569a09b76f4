resource "aws_codebuild_webhook" "example" {
  project_name = "b"
  filter_group {
    filter {
      type = "EVENT"
    }
  }
}

resource "aws_instance" "example" {
  metadata_options {
    http_tokens = "required"
  }
  iam_instance_profile = "app"
}

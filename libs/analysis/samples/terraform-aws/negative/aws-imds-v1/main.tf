resource "aws_instance" "example" {
  metadata_options {
    http_endpoint = "enabled"
    http_tokens   = "required"
  }
}

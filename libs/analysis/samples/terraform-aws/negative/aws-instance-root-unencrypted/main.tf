resource "aws_instance" "example" {
  metadata_options {
    http_tokens = "required"
  }
  root_block_device {
    encrypted = true
  }
}

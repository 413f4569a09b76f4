resource "aws_instance" "example" {
  metadata_options {
    http_tokens = "required"
  }
  associate_public_ip_address = true
}

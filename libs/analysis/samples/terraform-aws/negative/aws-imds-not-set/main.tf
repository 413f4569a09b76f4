resource "aws_instance" "example" {
  image_id = "ami-1"
  metadata_options {
    http_tokens = "required"
  }
}

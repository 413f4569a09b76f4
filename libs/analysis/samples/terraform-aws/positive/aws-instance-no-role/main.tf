resource "aws_instance" "example" {
  ami = "ami-1"
  metadata_options {
    http_tokens = "required"
  }
}

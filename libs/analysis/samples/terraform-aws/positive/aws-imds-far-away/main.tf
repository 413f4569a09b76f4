resource "aws_instance" "example" {
  metadata_options {
    http_tokens                 = "required"
    http_put_response_hop_limit = 2
  }
}

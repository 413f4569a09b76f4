resource "aws_ec2_instance_metadata_defaults" "example" {
  http_tokens = "optional"
}

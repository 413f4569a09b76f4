resource "aws_instance" "example" {
  metadata_options {
    http_tokens = "required"
  }
  user_data = <<-EOT
    export AWS_ACCESS_KEY_ID=AKIAQ3RT5WPLKZ7XV2MN
  EOT
}

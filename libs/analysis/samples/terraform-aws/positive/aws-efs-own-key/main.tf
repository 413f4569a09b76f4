resource "aws_efs_file_system" "example" {
  creation_token = "a"
  encrypted      = true
}

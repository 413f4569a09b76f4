resource "aws_efs_file_system" "example" {
  encrypted = true
}

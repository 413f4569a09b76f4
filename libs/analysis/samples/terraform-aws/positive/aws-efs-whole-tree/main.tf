resource "aws_efs_access_point" "example" {
  file_system_id = "fs-1"
}

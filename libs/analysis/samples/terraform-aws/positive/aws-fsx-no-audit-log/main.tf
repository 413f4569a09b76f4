resource "aws_fsx_windows_file_system" "example" {
  subnet_ids = ["subnet-1"]
}

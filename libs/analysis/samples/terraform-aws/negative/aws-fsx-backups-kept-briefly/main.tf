resource "aws_fsx_windows_file_system" "example" {
  subnet_ids                      = ["subnet-1"]
  throughput_capacity             = 8
  automatic_backup_retention_days = 7
}

resource "aws_fsx_lustre_file_system" "example" {
  subnet_ids        = ["subnet-1"]
  skip_final_backup = true
}

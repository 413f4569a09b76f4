resource "aws_fsx_lustre_file_system" "example" {
  subnet_ids = ["subnet-1"]
  kms_key_id = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
}

resource "aws_datasync_location_smb" "example" {
  user     = "app"
  password = var.secret
}

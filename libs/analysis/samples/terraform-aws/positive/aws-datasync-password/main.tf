resource "aws_datasync_location_smb" "example" {
  user     = "app"
  password = "q9Zt4LrVb1XeYw0H"
}

resource "aws_directory_service_radius_settings" "example" {
  directory_id  = "d"
  shared_secret = "q9Zt4LrVb1XeYw0H"
}

resource "aws_directory_service_directory" "example" {
  name = "corp.example.com"
  password = "q9Zt4LrVb1XeYw0H"
}

resource "aws_directory_service_directory" "example" {
  name = "corp.example.com"
  type = "MicrosoftAD"
}

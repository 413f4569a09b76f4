resource "aws_directory_service_directory" "example" {
  name = "corp.example.com"
  type = "MicrosoftAD"
}

resource "aws_directory_service_log_subscription" "example" {
  directory_id   = aws_directory_service_directory.example.id
  log_group_name = "directory"
}

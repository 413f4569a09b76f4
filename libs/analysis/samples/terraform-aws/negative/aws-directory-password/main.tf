resource "random_password" "db" {
  length = 32
}

resource "aws_directory_service_directory" "example" {
  name = "corp.example.com"
  password = random_password.db.result
}

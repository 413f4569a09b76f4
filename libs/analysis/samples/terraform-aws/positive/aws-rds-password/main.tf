resource "aws_db_instance" "example" {
  engine         = "postgres"
  instance_class = "db.t3.micro"
  storage_encrypted = true
  password = "q9Zt4LrVb1XeYw0H"
}

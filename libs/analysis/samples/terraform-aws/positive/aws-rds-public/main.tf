resource "aws_db_instance" "example" {
  engine         = "postgres"
  instance_class = "db.t3.micro"
  publicly_accessible = true
}

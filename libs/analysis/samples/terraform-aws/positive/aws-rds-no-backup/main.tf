resource "aws_db_instance" "example" {
  engine         = "postgres"
  instance_class = "db.t3.micro"
  storage_encrypted       = true
  backup_retention_period = 0
}

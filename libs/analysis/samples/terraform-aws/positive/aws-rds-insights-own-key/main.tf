resource "aws_db_instance" "example" {
  engine                       = "postgres"
  instance_class               = "db.t4g.micro"
  storage_encrypted            = true
  performance_insights_enabled = true
}

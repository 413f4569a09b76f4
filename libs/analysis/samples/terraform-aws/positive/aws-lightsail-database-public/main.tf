resource "aws_lightsail_database" "example" {
  relational_database_name = "d"
  publicly_accessible      = true
}

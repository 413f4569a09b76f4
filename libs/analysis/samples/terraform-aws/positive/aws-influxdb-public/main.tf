resource "aws_timestreaminfluxdb_db_instance" "example" {
  name                = "i"
  publicly_accessible = true
}

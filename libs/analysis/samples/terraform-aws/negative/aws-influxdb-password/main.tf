resource "aws_timestreaminfluxdb_db_instance" "example" {
  name     = "i"
  password = var.secret
}

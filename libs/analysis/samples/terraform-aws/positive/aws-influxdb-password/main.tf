resource "aws_timestreaminfluxdb_db_instance" "example" {
  name     = "i"
  password = "q9Zt4LrVb1XeYw0H"
}

resource "aws_dms_endpoint" "example" {
  endpoint_id   = "a"
  endpoint_type = "source"
  engine_name   = "postgres"
  ssl_mode      = "require"
  password = "q9Zt4LrVb1XeYw0H"
}

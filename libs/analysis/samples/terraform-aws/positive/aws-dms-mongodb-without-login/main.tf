resource "aws_dms_endpoint" "example" {
  endpoint_id   = "e"
  endpoint_type = "source"
  engine_name   = "mongodb"
  ssl_mode      = "require"
  mongodb_settings {
    auth_type = "no"
  }
}

resource "aws_dms_endpoint" "example" {
  endpoint_id   = "e"
  endpoint_type = "source"
  engine_name   = "postgres"
  ssl_mode      = "require"
}

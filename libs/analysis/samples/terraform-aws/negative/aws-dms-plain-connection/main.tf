resource "aws_dms_endpoint" "example" {
  endpoint_id   = "a"
  endpoint_type = "source"
  engine_name   = "postgres"
  ssl_mode      = "verify-full"
}

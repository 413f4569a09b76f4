resource "aws_dms_endpoint" "example" {
  endpoint_id   = "e"
  endpoint_type = "target"
  engine_name   = "redis"
  redis_settings {
    ssl_security_protocol = "plaintext"
  }
}

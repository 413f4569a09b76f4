resource "aws_appsync_api_cache" "example" {
  api_id = "g"
  type   = "SMALL"
  ttl    = 60
}

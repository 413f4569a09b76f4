resource "aws_elasticache_user" "example" {
  user_id              = "app"
  user_name            = "app"
  engine               = "redis"
  no_password_required = false
}

resource "aws_elasticache_replication_group" "example" {
  replication_group_id       = "c"
  at_rest_encryption_enabled = true
  transit_encryption_enabled = true
  auth_token                 = "q9Zt4LrVb1XeYw0H"
}

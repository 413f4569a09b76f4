resource "aws_elasticache_replication_group" "example" {
  replication_group_id       = "c"
  description                = "c"
  at_rest_encryption_enabled = true
  transit_encryption_enabled = true
}

resource "aws_elasticache_replication_group" "example" {
  replication_group_id       = "c"
  transit_encryption_enabled = true
  at_rest_encryption_enabled = true
}

resource "aws_elasticache_replication_group" "example" {
  description                = "c"
  transit_encryption_enabled = true
}

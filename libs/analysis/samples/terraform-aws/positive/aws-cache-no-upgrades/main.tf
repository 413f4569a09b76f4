resource "aws_elasticache_cluster" "example" {
  replication_group_id       = "c"
  description                = "c"
  at_rest_encryption_enabled = true
  transit_encryption_enabled = true
  auto_minor_version_upgrade = false
}

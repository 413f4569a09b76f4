resource "aws_elasticache_replication_group" "example" {
  description = "c"
}

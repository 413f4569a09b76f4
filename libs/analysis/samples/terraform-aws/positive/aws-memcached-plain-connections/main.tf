resource "aws_elasticache_cluster" "example" {
  cluster_id = "c"
  engine     = "memcached"
}

resource "aws_memorydb_cluster" "example" {
  name        = "m"
  acl_name    = "app"
  node_type   = "db.t4g.small"
  tls_enabled = false
}

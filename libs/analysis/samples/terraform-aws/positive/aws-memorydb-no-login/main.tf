resource "aws_memorydb_cluster" "example" {
  name      = "m"
  node_type = "db.t4g.small"
  acl_name  = "open-access"
}

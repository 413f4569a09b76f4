resource "aws_docdb_cluster_parameter_group" "example" {
  family = "docdb5.0"
  parameter {
    name  = "audit_logs"
    value = "enabled"
  }
}

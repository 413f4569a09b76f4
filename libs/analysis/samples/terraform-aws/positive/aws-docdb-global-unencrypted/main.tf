resource "aws_docdb_global_cluster" "example" {
  global_cluster_identifier = "g"
}

resource "aws_docdb_cluster" "example" {
  engine            = "docdb"
  storage_encrypted = true
}

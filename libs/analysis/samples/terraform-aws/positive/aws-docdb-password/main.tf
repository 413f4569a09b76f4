resource "aws_docdb_cluster" "example" {
  engine            = "docdb"
  storage_encrypted = true
  master_password = "q9Zt4LrVb1XeYw0H"
}

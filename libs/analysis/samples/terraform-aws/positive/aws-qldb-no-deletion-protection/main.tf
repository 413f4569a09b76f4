resource "aws_qldb_ledger" "example" {
  name                = "l"
  permissions_mode    = "STANDARD"
  deletion_protection = false
}

resource "aws_qldb_ledger" "example" {
  name             = "l"
  permissions_mode = "ALLOW_ALL"
}

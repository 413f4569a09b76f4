resource "aws_keyspaces_table" "example" {
  keyspace_name = "k"
  table_name    = "t"
}

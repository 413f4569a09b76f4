resource "aws_db_snapshot" "example" {
  db_instance_identifier = "db"
  db_snapshot_identifier = "s"
  shared_accounts        = ["111122223333"]
}

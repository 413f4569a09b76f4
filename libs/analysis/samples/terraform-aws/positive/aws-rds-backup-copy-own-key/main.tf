resource "aws_db_instance_automated_backups_replication" "example" {
  source_db_instance_arn = "arn:aws:rds:eu-west-1:111122223333:db:a"
}

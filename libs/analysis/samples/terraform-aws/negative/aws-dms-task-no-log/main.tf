resource "aws_dms_replication_task" "example" {
  replication_task_id       = "t"
  migration_type            = "cdc"
  replication_task_settings = jsonencode({ Logging = { EnableLogging = true } })
}

resource "aws_backup_vault" "example" {
  name = "main"
}

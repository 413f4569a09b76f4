resource "aws_backup_vault_policy" "example" {
  backup_vault_name = "main"
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = "*"
      Action    = "backup:CopyIntoBackupVault"
      Resource  = "*"
    }]
  })
}

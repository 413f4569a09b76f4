resource "aws_ssm_document" "example" {
  name          = "d"
  document_type = "Command"
  permissions = {
    type        = "Share"
    account_ids = "111122223333"
  }
}

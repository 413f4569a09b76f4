resource "aws_lakeformation_permissions" "example" {
  permissions = ["ALL"]
  principal   = "IAM_ALLOWED_PRINCIPALS"
}

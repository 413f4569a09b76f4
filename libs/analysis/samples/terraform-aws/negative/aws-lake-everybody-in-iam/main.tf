resource "aws_lakeformation_permissions" "example" {
  permissions = ["ALL"]
  principal   = "arn:aws:iam::111122223333:role/app"
}

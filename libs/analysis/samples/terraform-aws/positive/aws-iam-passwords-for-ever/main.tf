resource "aws_iam_account_password_policy" "example" {
  minimum_password_length = 14
}

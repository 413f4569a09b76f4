resource "aws_iam_access_key" "example" {
  user   = "ci"
  status = "Active"
}

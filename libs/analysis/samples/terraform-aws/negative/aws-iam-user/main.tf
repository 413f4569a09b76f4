resource "aws_iam_role" "example" {
  name = "app"
}

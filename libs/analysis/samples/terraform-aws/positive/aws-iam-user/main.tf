resource "aws_iam_user" "example" {
  name = "ada"
}

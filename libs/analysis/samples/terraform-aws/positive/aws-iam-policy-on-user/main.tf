resource "aws_iam_user_policy_attachment" "example" {
  user       = "ada"
  policy_arn = "arn:aws:iam::aws:policy/ReadOnlyAccess"
}

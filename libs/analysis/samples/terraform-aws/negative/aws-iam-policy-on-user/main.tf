resource "aws_iam_group_policy_attachment" "example" {
  group      = "readers"
  policy_arn = "arn:aws:iam::aws:policy/ReadOnlyAccess"
}

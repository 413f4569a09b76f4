resource "aws_iam_role_policy_attachment" "example" {
  role       = "app"
  policy_arn = "arn:aws:iam::aws:policy/AWSCloudShellFullAccess"
}

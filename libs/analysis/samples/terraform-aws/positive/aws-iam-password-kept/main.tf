resource "aws_iam_user_login_profile" "example" {
  user                    = "ada"
  password_reset_required = false
}

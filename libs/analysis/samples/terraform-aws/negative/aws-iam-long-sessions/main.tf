resource "aws_iam_role" "example" {
  assume_role_policy   = "{}"
  max_session_duration = 3600
}

resource "aws_ssoadmin_permission_set" "example" {
  session_duration = "PT12H"
}

resource "aws_workspaces_workspace" "example" {
  directory_id = "d"
  bundle_id    = "b"
  user_name    = "ada"
}

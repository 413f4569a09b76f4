resource "aws_workspaces_workspace" "example" {
  directory_id                   = "d"
  bundle_id                      = "b"
  user_name                      = "ada"
  root_volume_encryption_enabled = true
  user_volume_encryption_enabled = true
}

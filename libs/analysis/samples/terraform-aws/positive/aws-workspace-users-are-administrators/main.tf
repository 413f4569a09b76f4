resource "aws_workspaces_directory" "example" {
  directory_id = "d"
  workspace_creation_properties {
    user_enabled_as_local_administrator = true
  }
}

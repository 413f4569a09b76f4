resource "aws_codebuild_project" "example" {
  name               = "b"
  service_role       = "arn"
  project_visibility = "PUBLIC_READ"
}

resource "aws_codebuild_project" "example" {
  name = "b"
  environment {
    environment_variable {
      name  = "NPM_TOKEN"
      value = "npm:token"
      type  = "SECRETS_MANAGER"
    }
  }
}

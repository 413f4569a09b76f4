resource "aws_codebuild_project" "example" {
  name = "b"
  environment {
    environment_variable {
      name  = "NPM_TOKEN"
      value = "q9Zt4LrVb1XeYw0H"
    }
  }
}

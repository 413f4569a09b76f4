resource "aws_codebuild_project" "example" {
  source {
    type     = "GITHUB"
    location = "https://ada:q9Zt4LrVb1XeYw0H@github.com/app/app.git"
  }
}

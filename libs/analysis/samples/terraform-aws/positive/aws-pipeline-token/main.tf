resource "aws_codepipeline" "example" {
  stage {
    action {
      configuration = {
        OAuthToken = "q9Zt4LrVb1XeYw0H"
      }
    }
  }
}

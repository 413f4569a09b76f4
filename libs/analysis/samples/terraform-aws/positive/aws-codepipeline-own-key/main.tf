resource "aws_codepipeline" "example" {
  name     = "p"
  role_arn = "arn"
}

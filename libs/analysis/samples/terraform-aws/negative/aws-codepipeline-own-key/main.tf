resource "aws_codepipeline" "example" {
  name     = "p"
  role_arn = "arn"
  artifact_store {
    encryption_key {
      id = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
    }
  }
}

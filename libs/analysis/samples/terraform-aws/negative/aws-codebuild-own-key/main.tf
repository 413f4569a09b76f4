resource "aws_codebuild_project" "example" {
  name           = "b"
  service_role   = "arn"
  encryption_key = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
}

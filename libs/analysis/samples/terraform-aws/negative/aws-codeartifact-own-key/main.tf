resource "aws_codeartifact_domain" "example" {
  domain         = "d"
  encryption_key = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
}

resource "aws_opensearchserverless_security_policy" "example" {
  name   = "c"
  type   = "encryption"
  policy = jsonencode({ AWSOwnedKey = false, KmsARN = "arn:aws:kms:eu-west-1:111122223333:key/abcd" })
}

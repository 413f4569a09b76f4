resource "aws_opensearchserverless_security_policy" "example" {
  name   = "c"
  type   = "encryption"
  policy = jsonencode({ AWSOwnedKey = true })
}

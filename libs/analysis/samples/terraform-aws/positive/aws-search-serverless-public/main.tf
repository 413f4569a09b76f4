resource "aws_opensearchserverless_security_policy" "example" {
  name   = "c"
  type   = "network"
  policy = jsonencode([{ AllowFromPublic = true }])
}

resource "aws_opensearchserverless_security_policy" "example" {
  name   = "c"
  type   = "network"
  policy = jsonencode([{ AllowFromPublic = false, SourceVPCEs = ["vpce-1"] }])
}

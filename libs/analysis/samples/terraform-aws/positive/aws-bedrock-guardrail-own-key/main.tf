resource "aws_bedrock_guardrail" "example" {
  name = "g"
}

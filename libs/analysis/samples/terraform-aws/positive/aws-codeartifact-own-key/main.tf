resource "aws_codeartifact_domain" "example" {
  domain = "d"
}

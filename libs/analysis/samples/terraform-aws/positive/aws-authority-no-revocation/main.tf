resource "aws_acmpca_certificate_authority" "example" {
  type = "SUBORDINATE"
}

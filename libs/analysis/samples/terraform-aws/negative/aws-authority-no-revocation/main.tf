resource "aws_acmpca_certificate_authority" "example" {
  type = "SUBORDINATE"
  revocation_configuration {
    crl_configuration {
      enabled = true
    }
  }
}

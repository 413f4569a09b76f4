resource "aws_emr_security_configuration" "example" {
  configuration = jsonencode({ EncryptionConfiguration = { EnableInTransitEncryption = true, EnableAtRestEncryption = true } })
}

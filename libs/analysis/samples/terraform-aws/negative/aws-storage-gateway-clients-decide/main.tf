resource "aws_storagegateway_gateway" "example" {
  gateway_name          = "g"
  smb_security_strategy = "MandatoryEncryption"
}

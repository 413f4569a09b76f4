resource "aws_storagegateway_smb_file_share" "example" {
  gateway_arn    = "arn"
  authentication = "GuestAccess"
}

resource "aws_storagegateway_nfs_file_share" "example" {
  gateway_arn = "arn"
}

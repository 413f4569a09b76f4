resource "aws_storagegateway_nfs_file_share" "example" {
  client_list = ["0.0.0.0/0"]
}

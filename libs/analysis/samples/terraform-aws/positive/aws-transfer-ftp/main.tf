resource "aws_transfer_server" "example" {
  protocols = ["FTP"]
}

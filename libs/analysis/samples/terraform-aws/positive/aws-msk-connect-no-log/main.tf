resource "aws_mskconnect_connector" "example" {
  name = "c"
}

resource "aws_macie2_account" "example" {
  status = "PAUSED"
}

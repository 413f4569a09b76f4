resource "aws_ebs_snapshot_copy" "example" {
  source_region = "eu-west-1"
  encrypted     = true
}

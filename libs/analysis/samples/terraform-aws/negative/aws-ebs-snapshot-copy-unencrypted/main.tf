resource "aws_ebs_snapshot_copy" "example" {
  source_snapshot_id = "snap-1"
  source_region      = "eu-west-1"
  encrypted          = true
}

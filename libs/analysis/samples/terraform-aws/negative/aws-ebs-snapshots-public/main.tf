resource "aws_ebs_snapshot_block_public_access" "example" {
  state = "block-all-sharing"
}

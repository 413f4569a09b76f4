resource "aws_ebs_snapshot_copy" "example" {
  source_region = "eu-west-1"
  encrypted     = true
  kms_key_id    = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
}

resource "aws_synthetics_canary" "example" {
  name = "c"
  artifact_config {
    s3_encryption {
      kms_key_arn = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
    }
  }
}

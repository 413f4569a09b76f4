resource "aws_kinesis_video_stream" "example" {
  name       = "v"
  kms_key_id = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
}

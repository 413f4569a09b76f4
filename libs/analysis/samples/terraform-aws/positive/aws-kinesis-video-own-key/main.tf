resource "aws_kinesis_video_stream" "example" {
  name = "v"
}

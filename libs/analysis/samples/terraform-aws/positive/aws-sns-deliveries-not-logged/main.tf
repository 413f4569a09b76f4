resource "aws_sns_topic" "example" {
  name = "t"
}

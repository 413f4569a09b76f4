resource "aws_sns_topic_subscription" "example" {
  topic_arn = "arn"
  endpoint  = "a"
  protocol  = "https"
}

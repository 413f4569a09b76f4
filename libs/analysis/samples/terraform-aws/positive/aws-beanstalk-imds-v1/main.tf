resource "aws_elastic_beanstalk_environment" "example" {
  name        = "e"
  application = "a"
}

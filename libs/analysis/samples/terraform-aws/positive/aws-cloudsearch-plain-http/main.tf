resource "aws_cloudsearch_domain" "example" {
  name = "d"
}

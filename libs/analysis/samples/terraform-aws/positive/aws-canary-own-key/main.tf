resource "aws_synthetics_canary" "example" {
  name = "c"
}

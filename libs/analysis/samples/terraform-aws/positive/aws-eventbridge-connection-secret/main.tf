resource "aws_cloudwatch_event_connection" "example" {
  name = "c"
  auth_parameters {
    api_key {
      key   = "x-key"
      value = "q9Zt4LrVb1XeYw0H"
    }
  }
}

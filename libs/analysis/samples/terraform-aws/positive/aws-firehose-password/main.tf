resource "aws_kinesis_firehose_delivery_stream" "example" {
  name = "f"
  redshift_configuration {
    username = "app"
    password = "q9Zt4LrVb1XeYw0H"
  }
}

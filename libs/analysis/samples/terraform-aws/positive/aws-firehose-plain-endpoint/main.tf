resource "aws_kinesis_firehose_delivery_stream" "example" {
  name = "f"
  http_endpoint_configuration {
    url = "http://logs.example.com"
  }
}

resource "aws_vpc_endpoint" "example" {
  vpc_id       = "vpc-1"
  service_name = "s3"
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = "*"
      Action    = "*"
      Resource  = "*"
    }]
  })
}

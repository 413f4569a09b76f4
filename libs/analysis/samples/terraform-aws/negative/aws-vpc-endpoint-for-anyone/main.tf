resource "aws_vpc_endpoint_service" "example" {
  acceptance_required = true
  allowed_principals  = ["*"]
}

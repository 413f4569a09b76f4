resource "aws_vpc_endpoint_service" "example" {
  acceptance_required = false
  allowed_principals  = ["*"]
}

resource "aws_vpn_connection" "example" {
  customer_gateway_id = "cgw-1"
}

resource "aws_vpn_connection" "example" {
  type                = "ipsec.1"
  customer_gateway_id = "cgw-1"
}

resource "aws_vpn_connection" "example" {
  type                  = "ipsec.1"
  customer_gateway_id   = "cgw-1"
  tunnel1_preshared_key = "kR7vQm2xTz9w"
}

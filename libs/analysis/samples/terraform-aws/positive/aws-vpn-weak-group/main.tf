resource "aws_vpn_connection" "example" {
  tunnel1_phase1_dh_group_numbers = [2, 14]
}

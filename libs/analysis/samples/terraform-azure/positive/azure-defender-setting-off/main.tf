resource "azurerm_security_center_setting" "example" {
  setting_name = "MCAS"
  enabled      = false
}

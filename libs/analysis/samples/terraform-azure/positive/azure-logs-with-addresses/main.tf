resource "azurerm_application_insights" "example" {
  name               = "i"
  application_type   = "web"
  disable_ip_masking = true
}

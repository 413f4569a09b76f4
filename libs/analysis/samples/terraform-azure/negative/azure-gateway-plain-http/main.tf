resource "azurerm_application_gateway" "example" {
  name = "g"
  ssl_policy {
    policy_type = "Predefined"
    policy_name = "AppGwSslPolicy20220101"
  }
}

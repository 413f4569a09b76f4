resource "azurerm_databricks_workspace" "example" {
  name = "d"
  sku  = "premium"
  custom_parameters {
    no_public_ip = false
  }
}

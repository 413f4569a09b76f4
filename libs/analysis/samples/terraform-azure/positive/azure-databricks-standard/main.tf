resource "azurerm_databricks_workspace" "example" {
  name = "d"
  sku  = "standard"
}

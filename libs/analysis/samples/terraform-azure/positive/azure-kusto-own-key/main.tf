resource "azurerm_kusto_cluster" "example" {
  name = "k"
}

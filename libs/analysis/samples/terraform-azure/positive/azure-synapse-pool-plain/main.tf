resource "azurerm_synapse_sql_pool" "example" {
  name                 = "p"
  synapse_workspace_id = "w"
  sku_name             = "DW100c"
}

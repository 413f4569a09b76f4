resource "azurerm_synapse_sql_pool" "example" {
  name                      = "p"
  synapse_workspace_id      = "w"
  data_encrypted            = true
  geo_backup_policy_enabled = false
}

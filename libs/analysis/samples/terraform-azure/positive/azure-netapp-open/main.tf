resource "azurerm_netapp_volume" "example" {
  name      = "v"
  protocols = ["NFSv4.1"]
  export_policy_rule {
    rule_index      = 1
    allowed_clients = ["0.0.0.0/0"]
  }
}

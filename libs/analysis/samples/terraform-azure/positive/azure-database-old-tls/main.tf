resource "azurerm_postgresql_server" "example" {
  name                             = "p"
  ssl_enforcement_enabled          = true
  ssl_minimal_tls_version_enforced = "TLS1_0"
}

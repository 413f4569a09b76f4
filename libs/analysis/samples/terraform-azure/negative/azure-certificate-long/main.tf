resource "azurerm_key_vault_certificate" "example" {
  name         = "c"
  key_vault_id = "v"
  certificate_policy {
    x509_certificate_properties {
      subject            = "CN=a"
      validity_in_months = 12
    }
  }
}

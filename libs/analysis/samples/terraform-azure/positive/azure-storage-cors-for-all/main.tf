resource "azurerm_storage_account" "example" {
  name                     = "data"
  account_tier             = "Standard"
  account_replication_type = "LRS"
  blob_properties {
    delete_retention_policy {
      days = 7
    }
    cors_rule {
      allowed_origins = ["*"]
      allowed_methods = ["PUT"]
    }
  }
}

resource "azurerm_batch_account" "example" {
  name = "b"
}

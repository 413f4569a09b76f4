resource "azurerm_hdinsight_kafka_cluster" "example" {
  name                          = "h"
  tier                          = "Standard"
  encryption_in_transit_enabled = true
  gateway {
    username = "ada"
    password = "q9Zt4LrVb1XeYw0H"
  }
}

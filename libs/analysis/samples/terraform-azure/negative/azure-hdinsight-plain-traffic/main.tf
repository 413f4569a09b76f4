resource "azurerm_hdinsight_kafka_cluster" "example" {
  name = "h"
  tier = "Standard"
  encryption_in_transit_enabled = true
}

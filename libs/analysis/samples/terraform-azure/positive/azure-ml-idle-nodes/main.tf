resource "azurerm_machine_learning_compute_cluster" "example" {
  name = "c"
  scale_settings {
    min_node_count                       = 1
    max_node_count                       = 4
    scale_down_nodes_after_idle_duration = "PT30M"
  }
}

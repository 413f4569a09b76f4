resource "azurerm_spring_cloud_service" "example" {
  name     = "s"
  sku_name = "S0"
  network {
    app_subnet_id             = "a"
    service_runtime_subnet_id = "r"
    cidr_ranges               = ["10.4.0.0/16", "10.5.0.0/16", "10.3.0.1/16"]
  }
}

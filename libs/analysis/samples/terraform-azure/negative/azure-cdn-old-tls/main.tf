resource "azurerm_cdn_endpoint_custom_domain" "example" {
  name      = "d"
  host_name = "www.example.com"
  cdn_managed_https {
    certificate_type = "Dedicated"
    protocol_type    = "ServerNameIndication"
    tls_version      = "TLS12"
  }
}

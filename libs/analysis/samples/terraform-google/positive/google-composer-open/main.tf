resource "google_composer_environment" "example" {
  name = "c"
  config {
    web_server_network_access_control {
      allowed_ip_range {
        value = "0.0.0.0/0"
      }
    }
  }
}

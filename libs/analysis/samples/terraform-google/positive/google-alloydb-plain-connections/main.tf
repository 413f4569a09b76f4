resource "google_alloydb_instance" "example" {
  cluster       = "c"
  instance_id   = "i"
  instance_type = "PRIMARY"
  client_connection_config {
    ssl_config {
      ssl_mode = "ALLOW_UNENCRYPTED_AND_ENCRYPTED"
    }
  }
}

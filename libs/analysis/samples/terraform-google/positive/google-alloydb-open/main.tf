resource "google_alloydb_instance" "example" {
  cluster       = "c"
  instance_id   = "i"
  instance_type = "PRIMARY"
  network_config {
    enable_public_ip = true
    authorized_external_networks {
      cidr_range = "0.0.0.0/0"
    }
  }
}

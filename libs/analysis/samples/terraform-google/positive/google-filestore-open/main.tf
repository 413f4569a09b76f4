resource "google_filestore_instance" "example" {
  name = "f"
  tier = "ENTERPRISE"
  file_shares {
    name        = "s"
    capacity_gb = 1024
    nfs_export_options {
      ip_ranges = ["0.0.0.0/0"]
    }
  }
}

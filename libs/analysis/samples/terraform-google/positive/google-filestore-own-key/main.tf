resource "google_filestore_instance" "example" {
  name = "f"
  tier = "ENTERPRISE"
}

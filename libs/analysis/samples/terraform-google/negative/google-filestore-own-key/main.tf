resource "google_filestore_instance" "example" {
  name = "f"
  tier = "ENTERPRISE"
  kms_key_name = "k"
}

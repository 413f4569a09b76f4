resource "google_compute_disk" "example" {
  name = "d"
  disk_encryption_key {
    kms_key_self_link = "k"
  }
}

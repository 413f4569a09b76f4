resource "google_bigtable_instance" "example" {
  name = "b"
  cluster {
    kms_key_name = "k"
  }
}

resource "google_bigtable_instance" "example" {
  name = "b"
}

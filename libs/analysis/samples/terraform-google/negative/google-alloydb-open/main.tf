resource "google_alloydb_instance" "example" {
  cluster       = "c"
  instance_id   = "i"
  instance_type = "PRIMARY"
}

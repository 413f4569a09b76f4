resource "google_dataproc_cluster" "example" {
  name   = "c"
  region = "europe-west1"
}

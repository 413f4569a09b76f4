resource "google_bigquery_dataset" "example" {
  dataset_id                 = "d"
  delete_contents_on_destroy = true
}

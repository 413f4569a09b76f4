resource "google_bigquery_dataset" "example" {
  dataset_id = "d"
}

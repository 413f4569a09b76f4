resource "google_bigquery_dataset" "example" {
  dataset_id = "d"
  access {
    role          = "READER"
    special_group = "allAuthenticatedUsers"
  }
}

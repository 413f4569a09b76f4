resource "google_bigquery_dataset" "example" {
  dataset_id = "d"
  access {
    role           = "READER"
    group_by_email = "readers@example.com"
  }
}

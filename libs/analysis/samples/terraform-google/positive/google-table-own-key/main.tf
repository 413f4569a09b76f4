resource "google_bigquery_table" "example" {
  dataset_id = "d"
  table_id   = "t"
}

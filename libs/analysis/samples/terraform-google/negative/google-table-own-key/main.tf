resource "google_bigquery_table" "example" {
  dataset_id = "d"
  table_id   = "t"
  encryption_configuration {
    kms_key_name = "k"
  }
}

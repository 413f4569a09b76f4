resource "google_bigquery_dataset" "example" {
  dataset_id = "d"
  default_encryption_configuration {
    kms_key_name = "k"
  }
}

resource "google_bigquery_dataset_iam_member" "example" {
  dataset_id = "d"
  role   = "roles/bigquery.dataViewer"
  member = "allUsers"
}

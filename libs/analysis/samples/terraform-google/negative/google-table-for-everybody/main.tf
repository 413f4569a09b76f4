resource "google_bigquery_table_iam_member" "example" {
  dataset_id = "d"
  table_id   = "t"
  role   = "roles/bigquery.dataViewer"
  member = "group:readers@example.com"
}

resource "google_healthcare_dataset_iam_member" "example" {
  dataset_id = "d"
  role   = "roles/healthcare.datasetViewer"
  member = "group:readers@example.com"
}

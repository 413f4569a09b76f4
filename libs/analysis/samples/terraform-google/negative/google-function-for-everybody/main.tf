resource "google_cloudfunctions_function_iam_member" "example" {
  service = "s"
  role    = "roles/run.invoker"
  member  = "serviceAccount:app@p.iam.gserviceaccount.com"
}

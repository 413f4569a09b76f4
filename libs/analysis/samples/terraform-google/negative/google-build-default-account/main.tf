resource "google_cloudbuild_trigger" "example" {
  name            = "t"
  filename        = "cloudbuild.yaml"
  service_account = "projects/p/serviceAccounts/build@p.iam.gserviceaccount.com"
}

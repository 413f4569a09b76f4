resource "google_cloud_scheduler_job" "example" {
  name = "j"
  http_target {
    uri = "https://app.example.com/run"
    oidc_token {
      service_account_email = "j@p.iam.gserviceaccount.com"
    }
  }
}

resource "google_cloud_scheduler_job" "example" {
  name = "j"
  http_target {
    uri = "http://app.example.com/run"
    oidc_token {
      service_account_email = "j@p.iam.gserviceaccount.com"
    }
  }
}

resource "google_pubsub_subscription" "example" {
  name  = "s"
  topic = "t"
  push_config {
    push_endpoint = "https://app.example.com/push"
    oidc_token {
      service_account_email = "push@p.iam.gserviceaccount.com"
    }
  }
}

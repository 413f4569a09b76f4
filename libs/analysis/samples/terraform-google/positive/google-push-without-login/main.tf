resource "google_pubsub_subscription" "example" {
  name  = "s"
  topic = "t"
  push_config {
    push_endpoint = "https://app.example.com/push"
  }
}

resource "google_pubsub_subscription_iam_member" "example" {
  subscription = "s"
  role   = "roles/pubsub.subscriber"
  member = "group:readers@example.com"
}

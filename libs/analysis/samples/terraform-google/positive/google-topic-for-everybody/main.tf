resource "google_pubsub_topic_iam_member" "example" {
  topic = "t"
  role   = "roles/pubsub.publisher"
  member = "allUsers"
}

resource "google_pubsub_topic" "example" {
  name = "t"
}

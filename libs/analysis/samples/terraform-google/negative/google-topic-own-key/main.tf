resource "google_pubsub_topic" "example" {
  name = "t"
  kms_key_name = "k"
}

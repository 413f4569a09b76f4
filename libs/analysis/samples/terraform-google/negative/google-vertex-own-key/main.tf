resource "google_vertex_ai_dataset" "example" {
  display_name = "d"
  encryption_spec {
    kms_key_name = "k"
  }
}

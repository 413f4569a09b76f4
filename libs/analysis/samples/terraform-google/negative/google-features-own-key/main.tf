resource "google_vertex_ai_featurestore" "example" {
  name = "f"
  encryption_spec {
    kms_key_name = "k"
  }
}

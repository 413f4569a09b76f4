resource "google_vertex_ai_featurestore" "example" {
  name = "f"
}

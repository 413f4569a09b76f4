resource "google_vertex_ai_dataset" "example" {
  display_name = "d"
}

resource "google_project" "example" {
  name       = "p"
  project_id = "p"
}

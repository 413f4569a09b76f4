resource "google_notebooks_instance" "example" {
  name         = "n"
  machine_type = "e2-medium"
}

resource "google_workbench_instance" "example" {
  name = "n"
}

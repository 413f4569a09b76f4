resource "google_compute_instance_iam_member" "example" {
  instance_name = "vm"
  role   = "roles/compute.instanceAdmin"
  member = "group:readers@example.com"
}

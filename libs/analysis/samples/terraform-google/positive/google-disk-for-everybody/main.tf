resource "google_compute_disk_iam_member" "example" {
  name = "d"
  role   = "roles/compute.storageAdmin"
  member = "allUsers"
}

resource "google_compute_subnetwork_iam_member" "example" {
  subnetwork = "s"
  role   = "roles/compute.networkUser"
  member = "group:readers@example.com"
}

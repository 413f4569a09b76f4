resource "google_compute_image_iam_member" "example" {
  image = "i"
  role   = "roles/compute.imageUser"
  member = "allUsers"
}

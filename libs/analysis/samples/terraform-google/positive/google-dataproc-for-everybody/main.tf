resource "google_dataproc_cluster_iam_member" "example" {
  cluster = "c"
  role   = "roles/dataproc.viewer"
  member = "allUsers"
}

resource "google_cloud_tasks_queue_iam_member" "example" {
  name = "q"
  role   = "roles/cloudtasks.enqueuer"
  member = "allUsers"
}

resource "google_dataflow_job" "example" {
  name             = "j"
  ip_configuration = "WORKER_IP_PRIVATE"
}

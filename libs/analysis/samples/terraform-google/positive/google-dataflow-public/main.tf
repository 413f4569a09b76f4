resource "google_dataflow_job" "example" {
  name              = "j"
  template_gcs_path = "gs://b/t"
  temp_gcs_location = "gs://b/tmp"
}

resource "google_service_account_key" "example" {
  service_account_id = "a"
}

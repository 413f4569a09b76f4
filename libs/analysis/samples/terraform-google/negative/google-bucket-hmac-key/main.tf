resource "google_service_account" "example" {
  account_id = "app"
}

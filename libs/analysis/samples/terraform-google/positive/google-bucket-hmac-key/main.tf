resource "google_storage_hmac_key" "example" {
  service_account_email = "app@p.iam.gserviceaccount.com"
}

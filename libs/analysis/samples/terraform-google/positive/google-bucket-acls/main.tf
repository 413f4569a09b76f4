resource "google_storage_bucket" "example" {
  name                     = "b"
  location                 = "EU"
  public_access_prevention = "enforced"
}

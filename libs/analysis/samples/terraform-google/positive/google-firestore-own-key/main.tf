resource "google_firestore_database" "example" {
  name        = "f"
  location_id = "eur3"
  type        = "FIRESTORE_NATIVE"
}

resource "google_healthcare_dataset" "example" {
  name     = "h"
  location = "europe-west1"
  encryption_spec {
    kms_key_name = "k"
  }
}

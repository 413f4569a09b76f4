resource "google_healthcare_dataset" "example" {
  name     = "h"
  location = "europe-west1"
}

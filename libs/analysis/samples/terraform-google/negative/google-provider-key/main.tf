provider "google" {
  project = "p"
  region  = "europe-west1"
}

provider "google" {
  project     = "p"
  credentials = "{\"private_key\": \"-----BEGIN PRIVATE KEY-----\"}"
}

resource "google_identity_platform_config" "example" {
  project = "p"
  mfa {
    state = "ENABLED"
  }
}

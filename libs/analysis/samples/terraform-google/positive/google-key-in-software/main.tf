resource "google_kms_crypto_key" "example" {
  name            = "k"
  key_ring        = "r"
  rotation_period = "7776000s"
}

resource "google_kms_crypto_key_iam_member" "example" {
  crypto_key_id = "k"
  role   = "roles/cloudkms.cryptoKeyDecrypter"
  member = "group:readers@example.com"
}

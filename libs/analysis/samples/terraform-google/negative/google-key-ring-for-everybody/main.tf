resource "google_kms_key_ring_iam_member" "example" {
  key_ring_id = "k"
  role   = "roles/cloudkms.cryptoKeyDecrypter"
  member = "group:readers@example.com"
}

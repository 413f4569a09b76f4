resource "tls_private_key" "example" {
  algorithm = "ED25519"
}

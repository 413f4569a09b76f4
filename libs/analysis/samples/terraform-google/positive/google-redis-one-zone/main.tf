resource "google_redis_instance" "example" {
  name                    = "r"
  memory_size_gb          = 1
  auth_enabled            = true
  transit_encryption_mode = "SERVER_AUTHENTICATION"
}

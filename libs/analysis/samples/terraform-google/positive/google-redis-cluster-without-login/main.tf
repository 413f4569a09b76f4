resource "google_redis_cluster" "example" {
  name                    = "r"
  shard_count             = 3
  transit_encryption_mode = "TRANSIT_ENCRYPTION_MODE_SERVER_AUTHENTICATION"
}

resource "random_password" "db" {
  length = 32
}

resource "google_secret_manager_secret_version" "example" {
  secret      = "s"
  secret_data = random_password.db.result
}

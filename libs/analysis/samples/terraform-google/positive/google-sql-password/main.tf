resource "google_sql_user" "example" {
  name     = "app"
  instance = "db"
  password = "q9Zt4LrVb1XeYw0H"
}

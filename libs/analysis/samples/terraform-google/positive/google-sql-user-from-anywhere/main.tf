resource "google_sql_user" "example" {
  name     = "app"
  instance = "db"
  host     = "%"
}

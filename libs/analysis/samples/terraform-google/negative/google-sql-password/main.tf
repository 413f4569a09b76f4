resource "google_sql_user" "example" {
  name     = "app@p.iam"
  instance = "db"
  type     = "CLOUD_IAM_SERVICE_ACCOUNT"
}

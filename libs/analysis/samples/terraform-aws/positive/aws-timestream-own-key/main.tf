resource "aws_timestreamwrite_database" "example" {
  database_name = "m"
}

resource "aws_athena_database" "example" {
  name   = "d"
  bucket = "results"
}

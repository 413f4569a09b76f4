resource "aws_dynamodb_table" "example" {
  name     = "t"
  hash_key = "id"
  point_in_time_recovery {
    enabled = true
  }
}

resource "aws_dynamodb_table" "example" {
  name     = "t"
  hash_key = "id"
}

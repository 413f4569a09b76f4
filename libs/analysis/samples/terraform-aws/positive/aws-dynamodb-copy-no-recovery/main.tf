resource "aws_dynamodb_table_replica" "example" {
  global_table_arn = "arn:aws:dynamodb:eu-west-1:111122223333:table/t"
}

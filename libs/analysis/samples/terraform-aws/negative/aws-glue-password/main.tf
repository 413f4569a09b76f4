resource "aws_glue_connection" "example" {
  name = "c"
  connection_properties = {
    SECRET_ID = "db"
  }
}

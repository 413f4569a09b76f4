resource "aws_glue_connection" "example" {
  name = "c"
  connection_properties = {
    USERNAME = "app"
    PASSWORD = "q9Zt4LrVb1XeYw0H"
  }
}

resource "aws_glue_job" "example" {
  name         = "j"
  glue_version = "1.0"
}

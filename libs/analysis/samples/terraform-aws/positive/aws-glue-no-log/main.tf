resource "aws_glue_job" "example" {
  name = "j"
}

resource "aws_batch_job_definition" "example" {
  name = "j"
  type = "container"
  container_properties = jsonencode({
    image = "app:1"
  })
}

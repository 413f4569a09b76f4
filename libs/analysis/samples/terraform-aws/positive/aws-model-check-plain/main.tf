resource "aws_sagemaker_data_quality_job_definition" "example" {
  name = "c"
}

resource "aws_emr_cluster" "example" {
  name          = "c"
  release_label = "emr-7.5.0"
  service_role  = "arn"
}

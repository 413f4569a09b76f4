resource "aws_emr_cluster" "example" {
  release_label = "emr-4.9.6"
}

resource "aws_redshift_cluster" "example" {
  cluster_identifier    = "dw"
  allow_version_upgrade = false
}

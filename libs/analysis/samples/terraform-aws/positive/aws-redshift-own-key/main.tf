resource "aws_redshift_cluster" "example" {
  cluster_identifier = "dw"
  node_type          = "ra3.large"
}

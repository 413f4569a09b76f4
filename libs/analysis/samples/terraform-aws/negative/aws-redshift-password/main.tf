resource "random_password" "db" {
  length = 32
}

resource "aws_redshift_cluster" "example" {
  cluster_identifier  = "dw"
  node_type           = "ra3.large"
  publicly_accessible = false
  master_password = random_password.db.result
}

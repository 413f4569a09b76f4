resource "aws_rds_cluster" "example" {
  engine = "aurora-postgresql"
}

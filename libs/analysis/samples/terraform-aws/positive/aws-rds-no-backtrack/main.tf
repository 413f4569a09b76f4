resource "aws_rds_cluster" "example" {
  engine            = "aurora-mysql"
  storage_encrypted = true
}

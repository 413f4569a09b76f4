resource "aws_rds_cluster" "example" {
  engine            = "aurora-mysql"
  storage_encrypted = true
  master_password = "q9Zt4LrVb1XeYw0H"
}

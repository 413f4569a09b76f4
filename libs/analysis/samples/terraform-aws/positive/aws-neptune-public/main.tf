resource "aws_neptune_cluster_instance" "example" {
  cluster_identifier  = "n"
  instance_class      = "db.r5.large"
  publicly_accessible = true
}

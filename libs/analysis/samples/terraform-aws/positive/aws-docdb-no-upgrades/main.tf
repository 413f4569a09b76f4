resource "aws_docdb_cluster_instance" "example" {
  cluster_identifier         = "d"
  instance_class             = "db.r5.large"
  auto_minor_version_upgrade = false
}

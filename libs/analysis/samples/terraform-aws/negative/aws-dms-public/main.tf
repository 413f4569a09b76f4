resource "aws_dms_replication_instance" "example" {
  replication_instance_id    = "a"
  replication_instance_class = "dms.t3.micro"
  publicly_accessible        = false
}

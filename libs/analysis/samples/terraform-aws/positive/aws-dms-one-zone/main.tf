resource "aws_dms_replication_instance" "example" {
  replication_instance_id    = "r"
  replication_instance_class = "dms.t3.micro"
}

resource "aws_db_instance" "example" {
  engine             = "postgres"
  instance_class     = "db.t4g.micro"
  storage_encrypted  = true
  ca_cert_identifier = "rds-ca-2019"
}

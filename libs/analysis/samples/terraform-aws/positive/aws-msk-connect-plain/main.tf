resource "aws_mskconnect_connector" "example" {
  name = "c"
  kafka_cluster_encryption_in_transit {
    encryption_type = "PLAINTEXT"
  }
}

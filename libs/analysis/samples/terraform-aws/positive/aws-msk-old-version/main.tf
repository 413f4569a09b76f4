resource "aws_msk_cluster" "example" {
  kafka_version = "2.2.1"
}

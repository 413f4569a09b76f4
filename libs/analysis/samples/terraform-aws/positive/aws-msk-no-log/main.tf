resource "aws_msk_cluster" "example" {
  cluster_name           = "k"
  kafka_version          = "3.8.x"
  number_of_broker_nodes = 3
}

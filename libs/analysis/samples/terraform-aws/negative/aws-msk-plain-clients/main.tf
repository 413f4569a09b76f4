resource "aws_msk_cluster" "example" {
  cluster_name = "k"
  encryption_info {
    encryption_in_transit {
      client_broker = "TLS"
    }
  }
}

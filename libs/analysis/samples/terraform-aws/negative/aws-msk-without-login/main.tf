resource "aws_msk_cluster" "example" {
  cluster_name = "k"
  client_authentication {
    sasl {
      iam = true
    }
  }
}

resource "aws_eks_node_group" "example" {
  cluster_name = "k"
  remote_access {
    ec2_ssh_key = "ops"
  }
}

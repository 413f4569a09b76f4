resource "aws_eks_node_group" "example" {
  cluster_name = "k"
  remote_access {
    ec2_ssh_key               = "ops"
    source_security_group_ids = ["sg-1"]
  }
}

module "network" {
  source = "terraform-aws-modules/vpc/aws"
  version = "5.8.1"
}

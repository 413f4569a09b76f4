module "network" {
  source = "acme/network/aws"
  version = "1.2.0"
}

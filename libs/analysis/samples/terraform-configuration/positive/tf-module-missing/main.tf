module "network" {
  source = "./modules/network"
}

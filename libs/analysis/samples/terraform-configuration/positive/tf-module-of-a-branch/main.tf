module "network" {
  source = "git::https://git.example.com/network.git"
}

module "network" {
  source = "git::https://git.example.com/network.git?ref=v1.2.0"
}

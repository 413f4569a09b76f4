module "network" {
  source = "git::https://git.example.com/network.git?ref=51d462976d84fdea54b47d80dcabbf680badcdb8"
}

data "external" "example" {
  program = ["./networks.sh"]
}

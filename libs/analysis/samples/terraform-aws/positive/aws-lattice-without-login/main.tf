resource "aws_vpclattice_service" "example" {
  name = "s"
}

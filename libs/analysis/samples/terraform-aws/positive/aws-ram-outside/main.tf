resource "aws_ram_resource_share" "example" {
  name                      = "s"
  allow_external_principals = true
}

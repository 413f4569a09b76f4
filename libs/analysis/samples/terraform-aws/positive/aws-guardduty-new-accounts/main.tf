resource "aws_guardduty_organization_configuration" "example" {
  detector_id                      = "d"
  auto_enable_organization_members = "NONE"
}

resource "google_organization_policy" "example" {
  project    = "p"
  constraint = "compute.requireOsLogin"
  boolean_policy {
    enforced = false
  }
}

resource "google_compute_security_policy" "example" {
  name = "s"
  rule {
    action   = "deny(403)"
    priority = "1"
    match {
      expr {
        expression = "evaluatePreconfiguredExpr('cve-canary')"
      }
    }
  }
}

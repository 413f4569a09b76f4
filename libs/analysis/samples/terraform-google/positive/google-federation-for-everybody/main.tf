resource "google_iam_workload_identity_pool_provider" "example" {
  workload_identity_pool_id          = "p"
  workload_identity_pool_provider_id = "ci"
  oidc {
    issuer_uri = "https://token.actions.githubusercontent.com"
  }
}

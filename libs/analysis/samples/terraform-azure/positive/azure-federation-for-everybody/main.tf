resource "azuread_application_federated_identity_credential" "example" {
  application_id = "a"
  display_name   = "ci"
  issuer         = "https://token.actions.githubusercontent.com"
  audiences      = ["api://AzureADTokenExchange"]
  subject        = "repo:*"
}

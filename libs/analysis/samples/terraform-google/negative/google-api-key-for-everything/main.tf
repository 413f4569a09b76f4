resource "google_apikeys_key" "example" {
  name = "k"
  restrictions {
    api_targets {
      service = "maps-backend.googleapis.com"
    }
    browser_key_restrictions {
      allowed_referrers = ["https://app.example.com/*"]
    }
  }
}

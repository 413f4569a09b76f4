resource "aws_opensearch_domain" "example" {
  advanced_security_options {
    enabled = true
    master_user_options {
      master_user_name     = "ops"
      master_user_password = "q9Zt4LrVb1XeYw0H"
    }
  }
}

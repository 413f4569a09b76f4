resource "aws_ses_configuration_set" "example" {
  name = "m"
  delivery_options {
    tls_policy = "REQUIRE"
  }
}

resource "aws_redshiftserverless_namespace" "example" {
  namespace_name      = "dw"
  admin_user_password = "q9Zt4LrVb1XeYw0H"
}

resource "aws_redshiftserverless_namespace" "example" {
  namespace_name = "dw"
}

resource "aws_lambda_layer_version_permission" "example" {
  layer_name      = "l"
  principal       = "*"
  organization_id = "o-1"
}

resource "aws_appflow_flow" "example" {
  name = "f"
}

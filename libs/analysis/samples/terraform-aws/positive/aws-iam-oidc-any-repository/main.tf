resource "aws_iam_openid_connect_provider" "example" {
  url            = "https://idp.example.com"
  client_id_list = ["*"]
}

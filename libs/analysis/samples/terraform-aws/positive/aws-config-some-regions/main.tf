resource "aws_config_configuration_aggregator" "example" {
  name = "a"
  account_aggregation_source {
    account_ids = ["111122223333"]
    regions     = ["eu-west-1"]
  }
}

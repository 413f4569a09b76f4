resource "aws_sagemaker_feature_group" "example" {
  feature_group_name = "f"
  online_store_config {
    enable_online_store = true
  }
}

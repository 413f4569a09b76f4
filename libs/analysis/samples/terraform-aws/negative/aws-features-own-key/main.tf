resource "aws_sagemaker_feature_group" "example" {
  feature_group_name = "f"
  online_store_config {
    enable_online_store = true
    security_config {
      kms_key_id = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
    }
  }
}

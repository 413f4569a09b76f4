resource "aws_dlm_lifecycle_policy" "example" {
  policy_details {
    schedule {
      cross_region_copy_rule {
        encrypted = true
        cmk_arn   = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
      }
    }
  }
}

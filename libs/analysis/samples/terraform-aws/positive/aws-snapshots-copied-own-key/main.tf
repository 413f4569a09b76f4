resource "aws_dlm_lifecycle_policy" "example" {
  policy_details {
    schedule {
      cross_region_copy_rule {
        encrypted = true
      }
    }
  }
}

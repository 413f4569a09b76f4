resource "aws_s3_bucket_acl" "example" {
  bucket = "reports"
  access_control_policy {
    grant {
      permission = "READ"
      grantee {
        type = "CanonicalUser"
        id   = "abc"
      }
    }
    owner {
      id = "abc"
    }
  }
}

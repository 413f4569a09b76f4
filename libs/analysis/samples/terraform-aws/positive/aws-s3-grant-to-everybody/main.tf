resource "aws_s3_bucket_acl" "example" {
  bucket = "reports"
  access_control_policy {
    grant {
      permission = "READ"
      grantee {
        type = "Group"
        uri  = "http://acs.amazonaws.com/groups/global/AllUsers"
      }
    }
    owner {
      id = "abc"
    }
  }
}

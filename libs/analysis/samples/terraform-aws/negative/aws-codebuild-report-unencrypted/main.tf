resource "aws_codebuild_report_group" "example" {
  name = "r"
  type = "TEST"
  export_config {
    s3_destination {
      encryption_disabled = false
    }
  }
}

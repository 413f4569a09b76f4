resource "aws_ssm_document" "example" {
  name            = "SSM-SessionManagerRunShell"
  document_type   = "Session"
  document_format = "JSON"
  content = jsonencode({
    schemaVersion = "1.0"
    sessionType   = "Standard_Stream"
    inputs = {
      s3BucketName = ""
      kmsKeyId     = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
    }
  })
}

resource "aws_mskconnect_connector" "example" {
  name = "c"
  log_delivery {
    worker_log_delivery {
      cloudwatch_logs {
        enabled = true
      }
    }
  }
}

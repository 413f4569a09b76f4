terraform {
  backend "s3" {
    bucket  = "state"
    key     = "a"
    region  = "eu-west-1"
    encrypt = false
  }
}

provider "aws" {
  region   = "eu-west-1"
  insecure = true
}

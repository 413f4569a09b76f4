terraform {
  backend "s3" {
    bucket     = "state"
    key        = "a"
    region     = "eu-west-1"
    secret_key = "q9Zt4LrVb1XeYw0HsKd7"
  }
}

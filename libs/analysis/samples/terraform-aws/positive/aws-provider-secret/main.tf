provider "aws" {
  region     = "eu-west-1"
  access_key = "AKIAQ3EXAMPLE7KEY"
  secret_key = "q9Zt4LrVb1XeYw0HsKd7"
}

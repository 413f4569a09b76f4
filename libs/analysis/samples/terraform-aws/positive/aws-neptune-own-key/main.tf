resource "aws_neptune_cluster" "example" {
  storage_encrypted = true
}

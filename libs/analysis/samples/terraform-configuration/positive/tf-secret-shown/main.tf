variable "db_password" {
  type = string
}

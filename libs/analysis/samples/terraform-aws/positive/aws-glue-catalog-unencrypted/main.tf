resource "aws_glue_data_catalog_encryption_settings" "example" {
  data_catalog_encryption_settings {
    encryption_at_rest {
      catalog_encryption_mode = "DISABLED"
    }
  }
}

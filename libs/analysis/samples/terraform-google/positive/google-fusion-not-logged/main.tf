resource "google_data_fusion_instance" "example" {
  name = "f"
  type = "ENTERPRISE"
}

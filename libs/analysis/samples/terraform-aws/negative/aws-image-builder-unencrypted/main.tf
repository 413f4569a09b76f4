resource "aws_imagebuilder_image_recipe" "example" {
  name = "r"
  block_device_mapping {
    ebs {
      encrypted = true
    }
  }
}

resource "aws_imagebuilder_distribution_configuration" "example" {
  distribution {
    region = "eu-west-1"
    ami_distribution_configuration {
      launch_permission {
        user_groups = ["all"]
      }
    }
  }
}

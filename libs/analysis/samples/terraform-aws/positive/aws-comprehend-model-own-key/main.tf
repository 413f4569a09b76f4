resource "aws_comprehend_document_classifier" "example" {
  name = "m"
}

resource "aws_bedrockagent_agent" "example" {
  agent_name = "a"
}

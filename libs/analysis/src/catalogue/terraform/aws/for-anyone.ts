import { type TerraformRule, policy } from '../rule';

const queue = (principal: string, action: string) => `policy = jsonencode({\n  Statement = [{\n    Effect    = "Allow"\n    Principal = ${principal}\n    Action    = "${action}"\n    Resource  = "*"\n  }]\n})`;

/** A rule for a resource policy that grants every account an action. */
export const forAnyone = (id: string, on: string | readonly string[], what: string, head: string, action: string, path = 'policy'): TerraformRule => ({
  id,
  on,
  severity: 'high',
  cwe: 'CWE-732',
  title: `${what} for every account`,
  why: 'The principal `*` without a condition is everybody with an AWS account.',
  fix: 'Name accounts or services, or add a condition such as `aws:SourceArn`.',
  breaks: policy(path, 'anyone'),
  bad: `${head}\n${queue('"*"', action)}`.replace('policy =', `${path} =`),
  good: `${head}\n${queue('{ AWS = "arn:aws:iam::111122223333:root" }', action)}`.replace('policy =', `${path} =`),
});

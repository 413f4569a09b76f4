import type { InfrastructureRule } from '../infrastructure/rule';

/** An example as a whole template. */
export function exampleText(rule: InfrastructureRule, side: 'bad' | 'good'): string {
  const text = rule[side];
  const head = "AWSTemplateFormatVersion: '2010-09-09'\n";
  if (/^[A-Z]\w+:$/m.test(text) && /^(?:Resources|Parameters|Transform):/.test(text)) return `${head}${text}\n`;
  const on = typeof rule.on === 'string' ? rule.on : rule.on[0]!;
  const serverless = on.startsWith('AWS::Serverless::') ? 'Transform: AWS::Serverless-2016-10-31\n' : '';
  const body = text.replace(/^(?=.)/gm, '      ');
  return `${head}${serverless}Resources:\n  Example:\n    Type: ${on}\n    Properties:\n${body}\n`;
}

/** The statements of a policy, as lines of YAML below `name`. */
export const policyText = (name: string, principal: string | undefined, action: string, resource?: string): string =>
  [`${name}:`, "  Version: '2012-10-17'", '  Statement:', '    - Effect: Allow', ...(principal === undefined ? [] : [`      Principal: ${principal}`]), `      Action: ${action}`, ...(resource === undefined ? [] : [`      Resource: ${resource}`])].join('\n');

export const ANYONE = "'*'";
export const ONE_ACCOUNT = '{ AWS: arn:aws:iam::111122223333:root }';

/** The name of parameters in rules: they have no resource type. */
export const PARAMETER = 'Parameter';

import { OPTIONAL_INFRASTRUCTURE_RULES, infrastructureTools } from '../../catalogue/infrastructure';
import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';

const profile = profileOf('cloudformation');
const tools = infrastructureTools.filter(({ engine }) => engine === 'cloudformation');

describeToolSamples(profile, tools);

const HEAD = "AWSTemplateFormatVersion: '2010-09-09'\nResources:\n";
const flawed = `${HEAD}  Jobs:\n    Type: AWS::SQS::Queue\n    Properties:\n      SqsManagedSseEnabled: false\n`;

describeHostileFiles(profile, {
  tools,
  extension: '.yaml',
  flawed,
  malformed: `${HEAD}  Reports: [\n`,
  longLine: `${HEAD}  Note: ${'x'.repeat(2_000_000)}\n`,
  deep: `${HEAD}  Reports: ${'{a: '.repeat(3_000)}\n`,
});

describe('the CloudFormation rules', () => {
  const recommended = tools.map(({ rules, ...tool }) => {
    const own = Object.entries(rules).filter(([rule]) => !OPTIONAL_INFRASTRUCTURE_RULES.includes(`${tool.id}/${rule}`));
    return { ...tool, rules: Object.fromEntries(own) };
  });
  const run = (files: Record<string, string>) => runOn(profile, recommended, files);
  const id = 'cloudformation-security';

  it('read JSON with tabs, and templates named so', async () => {
    const json = JSON.stringify(
      {
        Resources: { Jobs: { Type: 'AWS::SQS::Queue', Properties: { SqsManagedSseEnabled: { Ref: 'Kept' } } } },
        Parameters: { Kept: { Type: 'String', Default: 'false' } },
      },
      null,
      '\t',
    );
    const result = await run({ 'a.json': json, 'b.template': flawed });
    expect(result.found).toEqual(['a.json:6 cfn-sqs-unencrypted', 'b.template:6 cfn-sqs-unencrypted']);
  });

  it('ignore other files without a word, broken or large', async () => {
    const result = await run({
      'a.yaml': 'services: [\n',
      'b.json': '{ "Type": ',
      'c.yaml': 'Resources: { a: { Type: Other } }\n',
      'd.json': `[${'"AWS",'.repeat(400_000)}1]`,
      'e.yaml': flawed,
    });
    expect(result.unreadable).toEqual([]);
    expect(result.found).toEqual(['e.yaml:6 cfn-sqs-unencrypted']);
  });

  it('name a template that is too large', async () => {
    const large = `${flawed}  # ${'x'.repeat(3_000_000)}\n`;
    expect((await run({ 'a.yaml': large, 'b.yaml': flawed })).tool(id).unreadable).toEqual([
      { file: 'a.yaml', reason: 'larger than 2048 KB' },
    ]);
  });

  it('end a template whose aliases name each other many times over, and say so', async () => {
    const bomb = [
      'x-a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghijkl'.split('').map((name, level) => `x-${name}: &${name} [${`*${'abcdefghijk'[level]},`.repeat(9)}]`),
    ].join('\n');
    const result = await run({
      'a.yaml': `${bomb}\n${HEAD}  P:\n    Type: AWS::S3::BucketPolicy\n    Properties:\n      PolicyDocument: *l\n`,
      'b.yaml': flawed,
      'c.yaml': `${HEAD}  P:\n    Type: AWS::S3::BucketPolicy\n    Properties: &p\n      PolicyDocument: *p\n`,
    });
    expect(result.unreadable).toEqual(['a.yaml', 'c.yaml']);
    expect(result.found).toEqual(['b.yaml:6 cfn-sqs-unencrypted']);
  });
});

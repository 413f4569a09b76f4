import { cloudFormationRules } from '../../catalogue/cloudformation/index';
import { rulesByType } from '../infrastructure/judge-resources';
import { findFaults } from './find-faults';

const recommended = rulesByType(cloudFormationRules.filter(({ optional }) => !optional));
const found = (text: string): string[] =>
  findFaults('t.yaml', `AWSTemplateFormatVersion: '2010-09-09'\n${text}`, recommended).faults.map(
    ({ rule, at }) => `${at.line} ${rule}`,
  );

const queue = (value: string, rest = '') =>
  `Resources:\n  Jobs:\n    Type: AWS::SQS::Queue\n${rest}    Properties:\n      SqsManagedSseEnabled: ${value}\n`;
const after = (text: string, value: string) => found(queue(value) + text).length > 0;

describe('what is known of a value in a template', () => {
  it('is what a parameter has by default, and nothing without a default', () => {
    expect(found(queue('false'))).toEqual(['6 cfn-sqs-unencrypted']);
    expect(after('Parameters:\n  Kept: { Type: String, Default: "false" }\n', '!Ref Kept')).toBe(true);
    expect(after('Parameters:\n  Kept: { Type: String }\n', '!Ref Kept')).toBe(false);
    expect(
      after('Parameters:\n  Kept: { Type: "AWS::SSM::Parameter::Value<String>", Default: "false" }\n', '!Ref Kept'),
    ).toBe(false);
  });

  it('is what a mapping has, by keys that are known', () => {
    const maps =
      'Mappings:\n  Stages:\n    live: { Kept: false }\nParameters:\n  Stage: { Type: String, Default: live }\n';
    expect(after(maps, '!FindInMap [Stages, !Ref Stage, Kept]')).toBe(true);
    expect(after(maps, '!FindInMap [Stages, !Ref "AWS::Region", Kept]')).toBe(false);
  });

  it('follows conditions as far as they are known', () => {
    const conditions = [
      'Parameters:',
      '  Stage: { Type: String, Default: test }',
      '  Other: { Type: String }',
      'Conditions:',
      '  Test: !Equals [!Ref Stage, test]',
      '  Live: !Not [!Condition Test]',
      '  Both: !And [!Condition Test, { Condition: Live }]',
      '  Either: { "Fn::Or": [{ Condition: Unsure }, { Condition: Test }] }',
      '  Unsure: !Equals [!Ref Other, a]',
      '  Round: !Not [!Condition Round]',
      '',
    ].join('\n');
    const plainIf = (name: string) => after(conditions, `!If [${name}, false, true]`);
    expect(['Test', 'Live', 'Both', 'Either', 'Unsure', 'Round', 'None'].map(plainIf)).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
      false,
    ]);
    expect(after(conditions, '!If [Unsure, false, false]')).toBe(true);
    // A resource with a condition is judged as if its condition holds.
    const live = queue('!If [Live, false, true]', '    Condition: Live\n');
    expect(found(live + conditions)).toEqual(['7 cfn-sqs-unencrypted']);
  });

  it('is not there where `AWS::NoValue` removes it', () => {
    expect(after('', '!Ref AWS::NoValue')).toBe(false);
    const volume = (value: string) =>
      found(`Resources:\n  Data:\n    Type: AWS::EC2::Volume\n    Properties:\n      Encrypted: ${value}\n`).length;
    expect([volume('!Ref AWS::NoValue'), volume('yes'), volume('true'), volume('!GetAtt A.B')]).toEqual([1, 0, 0, 0]);
  });

  it('is put together by Sub, Join, Select and Split', () => {
    const parameters = 'Parameters:\n  Word: { Type: String, Default: fal }\n';
    expect(after(parameters, '!Sub "${Word}se"')).toBe(true);
    expect(after(parameters, '!Sub ["${Word}${End}", { End: se }]')).toBe(true);
    expect(after(parameters, '{ "Fn::Join": ["", [!Ref Word, se]] }')).toBe(true);
    expect(after(parameters, '!Select [1, !Split [",", "true,false"]]')).toBe(true);
    expect(after(parameters, '!Sub "${AWS::Region}false"')).toBe(false);
    expect(after(parameters, '!Sub "${!Word}se"')).toBe(false);
    expect(after(parameters, '!ImportValue kept')).toBe(false);
  });

  it('is taken by functions of SAM from what they have in common', () => {
    const text = [
      'Transform: AWS::Serverless-2016-10-31',
      'Globals:',
      '  Function:',
      '    Runtime: python3.7',
      '    Environment: { Variables: { API_KEY: q9Zt4LrVb1XeYw0H } }',
      'Resources:',
      '  Old:',
      '    Type: AWS::Serverless::Function',
      '    Properties:',
      '      Environment: { Variables: { DB_PASSWORD: "{{resolve:secretsmanager:db}}" } }',
      '  New:',
      '    Type: AWS::Serverless::Function',
      '    Properties:',
      '      Runtime: python3.13',
      '      Policies: [AWSLambdaBasicExecutionRole, { Statement: [{ Effect: Allow, Action: "*", Resource: "*" }] }]',
      '',
    ].join('\n');
    expect(found(text).sort()).toEqual(['16 cfn-iam-administrator', '5 cfn-lambda-old-runtime', '6 cfn-lambda-secret']);
  });

  it('says of a listener whose balancer it is', () => {
    const text = (scheme: string) =>
      `Resources:\n  Web: { Type: 'AWS::ElasticLoadBalancingV2::LoadBalancer', Properties: { Scheme: ${scheme} } }\n` +
      `  Listener:\n    Type: AWS::ElasticLoadBalancingV2::Listener\n    Properties:\n` +
      `      LoadBalancerArn: !Ref Web\n      Protocol: HTTP\n      DefaultActions: [{ Type: forward }]\n`;
    expect(
      [found(text('internet-facing')), found(text('internal')), found(text('!Ref Where'))].map((all) => all.length),
    ).toEqual([1, 0, 0]);
  });

  it('says less of a group that is open to everybody if a load balancer alone has it', () => {
    const open = (more: string) =>
      "AWSTemplateFormatVersion: '2010-09-09'\nResources:\n" +
      '  Open:\n    Type: AWS::EC2::SecurityGroup\n    Properties:\n' +
      "      GroupDescription: web\n      SecurityGroupIngress: [{ IpProtocol: '-1', CidrIp: 0.0.0.0/0 }]\n" +
      more;
    const balancer =
      '  Web:\n    Type: AWS::ElasticLoadBalancingV2::LoadBalancer\n    Properties: { SecurityGroups: [!Ref Open] }\n';
    const machine = '  Host:\n    Type: AWS::EC2::Instance\n    Properties: { SecurityGroupIds: [!Ref Open] }\n';
    const isMild = (more: string) =>
      findFaults('t.yaml', open(more), recommended).faults.find(({ rule }) => rule === 'cfn-open-everything')?.isMild;
    expect([isMild(''), isMild(balancer), isMild(balancer + machine), isMild(machine)]).toEqual([
      undefined,
      true,
      undefined,
      undefined,
    ]);
  });

  it('is asked of a parameter for a secret where it is declared, and once', () => {
    const text =
      'Parameters:\n  DbPassword: { Type: String, NoEcho: true, Default: q9Zt4LrVb1XeYw0H }\n' +
      'Resources:\n  Db:\n    Type: AWS::RDS::DBInstance\n    Properties:\n' +
      '      StorageEncrypted: true\n      MasterUserPassword: !Ref DbPassword\n';
    expect(found(text)).toEqual(['3 cfn-parameter-secret-default']);
  });

  it('is quoted in no finding where it is a secret', () => {
    const text =
      'Parameters:\n  DbPassword: { Type: String, Default: q9Zt4LrVb1XeYw0H }\n' +
      'Resources:\n  Db:\n    Type: AWS::RDS::DBInstance\n    Properties:\n' +
      '      MasterUserPassword: q9Zt4LrVb1XeYw0H\n';
    const { faults } = findFaults('t.yaml', text, recommended);
    expect(faults.map(({ rule }) => rule)).toEqual([
      'cfn-parameter-secret-default',
      'cfn-parameter-secret-shown',
      'cfn-rds-unencrypted',
      'cfn-rds-password',
    ]);
    expect(faults.filter(({ message }) => message.includes('q9Zt'))).toEqual([]);
  });

  it('says which resources belong together, and leaves open what may', () => {
    const flowLogs = rulesByType(cloudFormationRules.filter(({ id }) => id === 'cfn-vpc-no-flow-log'));
    const faults = (log: string) =>
      findFaults(
        't.yaml',
        `Parameters: { Given: { Type: String } }\nConditions: { Wanted: !Equals [!Ref Given, a] }\n` +
          `Resources:\n  Net: { Type: 'AWS::EC2::VPC' }\n  Other: { Type: 'AWS::EC2::VPC', Condition: Wanted }\n${log}`,
        flowLogs,
      ).faults.map(({ address }) => address.split('.')[1]);
    const log = (id: string, more = '') =>
      faults(`  Log: { Type: 'AWS::EC2::FlowLog',${more} Properties: { ResourceId: ${id} } }\n`);
    expect(faults('')).toEqual(['Net', 'Other']);
    expect(log('!Ref Net')).toEqual(['Other']);
    expect(log('!GetAtt Net.VpcId')).toEqual(['Other']);
    expect(log('!Sub "${Net}"')).toEqual(['Other']);
    expect(log('!Ref Given')).toEqual([]);
    expect(log('!ImportValue net')).toEqual([]);
    expect(log('!Ref Net', ' Condition: Wanted,')).toEqual(['Other']);
    expect(log('!Ref Other', ' Condition: Wanted,')).toEqual(['Net']);
    expect(faults('  Fn::ForEach::Logs: []\n')).toEqual([]);
  });

  it('is told apart where a parameter has it by default', () => {
    const from = (range: string) =>
      found(
        `Resources:\n  Web:\n    Type: AWS::EC2::SecurityGroupIngress\n    Properties:\n      IpProtocol: tcp\n` +
          `      FromPort: 22\n      ToPort: 22\n      CidrIp: ${range}\n` +
          `Parameters: { Range: { Type: String, Default: 0.0.0.0/0 } }\n`,
      );
    expect(from('0.0.0.0/0')).toEqual(['9 cfn-open-ssh']);
    expect(from('!Ref Range')).toEqual(['9 cfn-open-by-default']);
    expect(from('{ "Ref": "AWS::Region" }')).toEqual([]);
  });

  it('opens what a macro may add to', () => {
    const volume = (line: string) =>
      `Resources:\n  Data:\n    Type: AWS::EC2::Volume\n    Properties:\n      Size: 1\n${line}`;
    expect(found(volume(''))).toEqual(['3 cfn-ebs-unencrypted']);
    expect(found(volume('      Fn::Transform: { Name: AWS::Include, Parameters: {} }\n'))).toEqual([]);
  });
});

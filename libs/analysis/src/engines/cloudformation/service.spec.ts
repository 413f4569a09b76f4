import { cloudFormationRules } from '../../catalogue/cloudformation/index';
import { rulesByType } from '../infrastructure/judge-resources';
import { findFaults } from './find-faults';

const rules = rulesByType(cloudFormationRules.filter(({ optional }) => !optional));
const told = (...lines: readonly string[]) =>
  findFaults('serverless.yml', `${lines.join('\n')}\n`, rules).faults.map(({ rule, at }) => `${at.line} ${rule}`);

const HEAD = ['service: shop', 'provider:', '  name: aws'];
const ORDERS = ['functions:', '  orders:', '    handler: orders.change'];

describe('a service of the Serverless Framework', () => {
  it('is judged by its runtimes and environments, of all functions and of one', () => {
    expect(
      told(
        ...[...HEAD, '  runtime: nodejs16.x', '  environment:', '    API_SECRET: q9Zt4LrVb1XeYw0H', ...ORDERS],
        ...['    runtime: python3.8', '    environment:', '      DB_PASSWORD: w7Kt2MrVc5XeQy3J'],
      ),
    ).toEqual(['6 cfn-lambda-secret', '4 cfn-lambda-old-runtime', '12 cfn-lambda-secret', '10 cfn-lambda-old-runtime']);
  });

  it.each([
    ['  iamRoleStatements:', '    - { Effect: Allow, Action: "*", Resource: "*" }'],
    ['  iam:', '    role:', '      statements:', '        - { Effect: Allow, Action: ["*"], Resource: ["*"] }'],
  ])('is judged by the rights of its role: %s', (...lines) =>
    expect(told(...HEAD, ...lines, ...ORDERS).map((each) => each.replace(/^\d+ /, ''))).toEqual([
      'cfn-iam-administrator',
    ]),
  );

  it('is judged by the rights of one function, and by policies that are attached', () => {
    const own = ['    iamRoleStatements:', '      - Effect: Allow', '        Action: s3:*', "        Resource: '*'"];
    expect(told(...HEAD, ...ORDERS, ...own)).toEqual(['7 cfn-iam-whole-service']);
    const attached = [
      '  iam:',
      '    role:',
      '      managedPolicies:',
      '        - arn:aws:iam::aws:policy/AdministratorAccess',
    ];
    expect(told(...HEAD, ...attached, ...ORDERS)).toEqual(['6 cfn-iam-administrator-attached']);
  });

  it.each([
    [
      'resources:',
      '  Resources:',
      '    Jobs:',
      '      Type: AWS::SQS::Queue',
      '      Properties:',
      '        SqsManagedSseEnabled: false',
    ],
    [
      'resources:',
      '  - ${file(a.yml)}',
      '  - Resources:',
      '      Jobs:',
      '        Type: AWS::SQS::Queue',
      '        Properties:',
      '          SqsManagedSseEnabled: false',
    ],
  ])('is judged by the resources that it adds: %s%s', (...lines) =>
    expect(told(...HEAD, ...lines).map((each) => each.replace(/^\d+ /, ''))).toEqual(['cfn-sqs-unencrypted']),
  );

  it.each([
    [
      '  runtime: ${self:custom.runtime}',
      '  environment:',
      '    API_SECRET: ${env:API_SECRET, "not known here"}',
      ...ORDERS,
    ],
    ['  environment:', '    API_SECRET: ${ssm:/shop/${opt:stage, "dev"}/secret}', ...ORDERS],
    ['  environment: ${file(environment.yml)}', ...ORDERS],
    ['  runtime: nodejs16.x', 'resources:', '  Outputs: {}'],
    ['  iamRoleStatements:', '    - ${file(statements.yml)}', ...ORDERS],
    ['  iamRoleStatements:', '    - { Effect: Allow, Action: "s3:*", Resource: "${self:custom.bucket}/*" }', ...ORDERS],
  ])('may have what nobody knows before it is deployed: %s', (...lines) => expect(told(...HEAD, ...lines)).toEqual([]));

  it('is not judged where another cloud runs it', () =>
    expect(told('service: shop', 'provider:', '  name: google', '  runtime: nodejs16.x', ...ORDERS)).toEqual([]));
});

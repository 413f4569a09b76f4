import type { PolicyFault } from '../../catalogue/infrastructure/condition';
import { policyHas } from './policies';
import { HOLE } from './value';

const AT = { file: 'main.tf', line: 1, column: 1 };
const truthOf = (fault: PolicyFault, statement: object): boolean | undefined =>
  policyHas(fault, JSON.stringify({ Statement: [{ Effect: 'Allow', ...statement }] }), 'policy', AT).truth;

describe('what somebody may do to everything', () => {
  it.each([
    ['gives-credentials', 'sts:AssumeRole'],
    ['reads-data', 'secretsmanager:GetSecretValue'],
    ['reads-data', 's3:Get*'],
    ['decrypts', 'kms:Decrypt'],
    ['shares', 's3:PutBucketPolicy'],
    ['changes', 'dynamodb:DeleteTable'],
    ['escalation', 'iam:CreateAccessKey'],
    ['all-actions-of-service', 'kms:*'],
  ] as const)('is a fault of the kind %s for %s on every resource, without a condition', (fault, action) => {
    expect(truthOf(fault, { Action: action, Resource: '*' })).toBe(true);
    expect(truthOf(fault, { Action: action.toUpperCase(), Resource: ['arn:aws:x', '*'] })).toBe(true);
    expect(truthOf(fault, { Action: action, Resource: 'arn:aws:x' })).toBe(false);
    expect(truthOf(fault, { Action: 'ec2:DescribeInstances', Resource: '*' })).toBe(false);
    expect(truthOf(fault, { Action: action, Resource: '*', Effect: 'Deny' })).toBe(false);
    expect(truthOf(fault, { Action: action, Resource: '*', Condition: { Bool: { a: 'true' } } })).toBe(false);
    expect(truthOf(fault, { Action: action, Resource: HOLE })).toBeUndefined();
  });
});

it('is less where the roles that are taken have to agree', () => {
  const isMild = (...actions: readonly string[]) => {
    const statement = { Effect: 'Allow', Action: actions, Resource: '*' };
    return policyHas('gives-credentials', JSON.stringify({ Statement: [statement] }), 'policy', AT).isMild;
  };
  expect(isMild('sts:AssumeRole')).toBe(true);
  expect(isMild('sts:AssumeRole', 'iam:PassRole')).toBeUndefined();
  expect(isMild('sts:GetFederationToken')).toBeUndefined();
});

describe('a role for builds', () => {
  const HOST = 'token.actions.githubusercontent.com';
  const federated = `arn:aws:iam::111122223333:oidc-provider/${HOST}`;
  const role = (condition: object | undefined, provider: string = federated) =>
    truthOf('any-repository', {
      Principal: { Federated: provider },
      Action: 'sts:AssumeRoleWithWebIdentity',
      ...(condition && { Condition: condition }),
    });
  const subject = (value: string | string[]) => ({
    StringEquals: { [`${HOST}:aud`]: 'sts.amazonaws.com' },
    StringLike: { [`${HOST}:sub`]: value },
  });

  it('is for everybody where nothing is said of the repository', () => {
    expect(role(undefined)).toBe(true);
    expect(role({ StringEquals: { [`${HOST}:aud`]: 'sts.amazonaws.com' } })).toBe(true);
    expect(role({ StringEquals: { [`${HOST}:aud`]: 'sts.amazonaws.com' } }, HOLE)).toBe(true);
  });

  it.each(['*', 'repo:*', 'repo:*/app:*'])('is for everybody with the subject %s', (value) =>
    expect(role(subject(value))).toBe(true),
  );

  it('is for one where that is named', () => {
    expect(role(subject('repo:app/app:*'))).toBe(false);
    expect(role(subject(['repo:app/*', 'repo:lib/lib:ref:refs/heads/main']))).toBe(false);
    expect(role({ StringEquals: { [`${HOST}:repository_owner_id`]: '1' } })).toBe(false);
  });

  it('is not known where the subject or the provider is not', () => {
    expect(role(subject(HOLE))).toBeUndefined();
    expect(role(undefined, HOLE)).toBeUndefined();
  });

  it('of a cluster of one’s own is none', () =>
    expect(role(undefined, 'arn:aws:iam::111122223333:oidc-provider/oidc.eks.eu-west-1.amazonaws.com/id/A')).toBe(
      false,
    ));
});

describe('a policy of a resource', () => {
  it('lets a service in for every account where nothing says of which', () => {
    const sends = { Principal: { Service: 'sns.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: '*' };
    expect(truthOf('service-for-anyone', sends)).toBe(true);
    expect(truthOf('service-for-anyone', { ...sends, Condition: { ArnEquals: { 'aws:SourceArn': 'a' } } })).toBe(false);
    expect(truthOf('service-for-anyone', { ...sends, Principal: { Service: 'ec2.amazonaws.com' } })).toBe(false);
  });

  it('refuses what comes without encryption where it denies it', () => {
    const denies = (value: unknown) => ({
      Effect: 'Deny',
      Principal: '*',
      Action: 's3:*',
      Condition: { Bool: { 'aws:SecureTransport': value } },
    });
    expect(truthOf('refuses-plain', denies('false'))).toBe(true);
    expect(truthOf('refuses-plain', denies(['false']))).toBe(true);
    expect(truthOf('refuses-plain', denies(false))).toBe(true);
    expect(truthOf('refuses-plain', denies('true'))).toBe(false);
    expect(truthOf('refuses-plain', { ...denies('false'), Effect: 'Allow' })).toBe(false);
    expect(truthOf('refuses-plain', denies(HOLE))).toBeUndefined();
  });
});

describe('what is meant', () => {
  const isMild = (fault: PolicyFault, statement: object) =>
    policyHas(fault, JSON.stringify({ Statement: [{ Effect: 'Allow', ...statement }] }), 'policy', AT).isMild === true;
  const files = { Principal: '*', Action: 's3:GetObject', Resource: 'arn:aws:s3:::site/*' };

  it('is a statement that says that everybody reads files', () => {
    expect(isMild('anyone', { ...files, Sid: 'PublicReadGetObject' })).toBe(true);
    expect(isMild('anyone', files)).toBe(false);
    expect(isMild('anyone', { ...files, Sid: 'PublicReadGetObject', Action: ['s3:GetObject', 's3:PutObject'] })).toBe(
      false,
    );
  });

  it('is a way to more rights for whoever has whole services', () => {
    const services = ['ec2:*', 'ecs:*', 'iam:*', 'rds:*', 's3:*'];
    expect(isMild('escalation', { Action: services, Resource: '*' })).toBe(true);
    expect(isMild('escalation', { Action: ['iam:*', 's3:*'], Resource: '*' })).toBe(false);
  });
});

describe('a denial to all others', () => {
  const allowed = { Effect: 'Allow', Principal: { AWS: '*' }, Action: ['kms:*'], Resource: '*' };
  const denial = {
    ...allowed,
    Effect: 'Deny',
    Condition: { StringNotLike: { 'aws:PrincipalArn': ['arn:aws:iam::1:root'] } },
  };
  const truth = (...statements: readonly object[]) =>
    policyHas('anyone', JSON.stringify({ Statement: statements }), 'policy', AT).truth;

  it('leaves nothing to anyone', () => {
    expect(truth(denial, allowed)).toBe(false);
    expect(truth({ ...allowed, Action: 'kms:Decrypt' }, denial)).toBe(false);
    expect(
      truth({ ...denial, Action: '*', Condition: { ArnNotEquals: { 'aws:SourceArn': 'arn:aws:a' } } }, allowed),
    ).toBe(false);
  });

  it('leaves something where it is not of all others, or of other actions', () => {
    expect(truth(allowed)).toBe(true);
    expect(truth({ ...denial, Action: 'kms:Decrypt' }, allowed)).toBe(true);
    expect(truth({ ...denial, Condition: { StringLike: { 'aws:PrincipalArn': 'a' } } }, allowed)).toBe(true);
    expect(truth({ ...denial, Condition: { StringNotLike: { 'aws:PrincipalArn': '*' } } }, allowed)).toBe(true);
    expect(truth({ ...denial, Condition: { StringNotLike: { 'aws:UserAgent': 'a' } } }, allowed)).toBe(true);
    expect(truth({ ...denial, Principal: { AWS: 'arn:aws:iam::2:root' } }, allowed)).toBe(true);
  });
});

import { type Condition, absent, above, all, any, is, isnt, matches, policy, without } from '../condition';
import type { PolicyFault } from '../condition';
import { type AwsRow, type Form, KEY_ARN, cloudFormation, ownKey, terraform, unprotected, written } from './row';

const POLICIES = ['aws_iam_policy', 'aws_iam_role_policy', 'aws_iam_user_policy', 'aws_iam_group_policy', 'aws_ssoadmin_permission_set_inline_policy'];
const POLICIES_CFN = ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy', 'AWS::IAM::UserPolicy', 'AWS::IAM::RolePolicy', 'AWS::IAM::GroupPolicy'];
const statement = (action: string, resource: string) => `name = "app"\npolicy = jsonencode({\n  Version = "2012-10-17"\n  Statement = [{\n    Effect   = "Allow"\n    Action   = "${action}"\n    Resource = "${resource}"\n  }]\n})`;
const statementCfn = (action: string, resource: string) => `PolicyName: app\nPolicyDocument:\n  Version: '2012-10-17'\n  Statement:\n    - Effect: Allow\n      Action: ${action}\n      Resource: '${resource}'`;

/** Names of what sets an account up, for which it needs everything: `tooling-terraform-policy`, `tfrole`, `Bootstrap`. */
export const BUILDERS = /(?:(?<![A-Za-z])(?:terraform|terragrunt|tofu|tf[-_]?(?:role|policy|user)|bootstrap|break[-_]?glass)|Terraform|Terragrunt|Bootstrap|BreakGlass)(?![a-z])/;

/** The same fault in a policy document that no resource of the target uses. */
export const inDocument = (fault: PolicyFault) => ({ on: 'data.aws_iam_policy_document', breaks: policy('policy', fault) });

/** A fault of a policy that grants permissions. */
const mayDo = (fault: PolicyFault, fix: string, action: string, resource: string, [right, of] = [action, resource]): { readonly terraform: Form; readonly cloudFormation: Form } => ({
  terraform: terraform(POLICIES).whole(fix, policy('policy', fault), statement(action, '*'), statement(right, of), [{ on: 'aws_iam_role', breaks: policy('inline_policy.policy', fault) }, inDocument(fault)]),
  cloudFormation: cloudFormation(POLICIES_CFN).whole(fix, policy('PolicyDocument', fault), statementCfn(action, '*'), statementCfn(right, of), [
    { on: ['AWS::IAM::Role', 'AWS::IAM::User', 'AWS::IAM::Group'], breaks: policy('Policies.PolicyDocument', fault) },
    { on: ['AWS::Serverless::Function', 'AWS::Serverless::StateMachine'], breaks: policy('Policies', fault) },
  ]),
});

const role = terraform('aws_iam_role');
const roleCfn = cloudFormation('AWS::IAM::Role');
const trust = (principal: string, action: string, condition = '') => `assume_role_policy = jsonencode({\n  Statement = [{\n    Effect    = "Allow"\n    Principal = ${principal}\n    Action    = "${action}"${condition === '' ? '' : `\n    Condition = ${condition}`}\n  }]\n})`;
const GITHUB = '{ Federated = "arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com" }';
const audience = (subject: string) => `{\n      StringEquals = { "token.actions.githubusercontent.com:aud" = "sts.amazonaws.com" }\n      StringLike   = { "token.actions.githubusercontent.com:sub" = "${subject}" }\n    }`;
const GITHUB_CFN = (subject: string) =>
  `AssumeRolePolicyDocument:\n  Statement:\n    - Effect: Allow\n      Principal: { Federated: 'arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com' }\n      Action: sts:AssumeRoleWithWebIdentity\n      Condition:\n        StringLike:\n          token.actions.githubusercontent.com:sub: '${subject}'`;
const TRUST_CFN = (principal: string) => `AssumeRolePolicyDocument:\n  Statement:\n    - Effect: Allow\n      Principal: { AWS: '${principal}' }\n      Action: sts:AssumeRole`;

const ATTACHED = ['aws_iam_role_policy_attachment', 'aws_iam_user_policy_attachment', 'aws_iam_group_policy_attachment', 'aws_iam_policy_attachment'];
const attached = (pattern: RegExp): Pick<Form, 'also'> & { readonly breaks: Condition } => ({ breaks: matches('policy_arn', pattern), also: [{ on: 'aws_iam_role', breaks: matches('managed_policy_arns', pattern) }] });
const BROAD = /:policy\/(?:PowerUserAccess|(?:[\w-]+\/)?(?!IAMFullAccess$|AWSCloudShellFullAccess$)\w+FullAccess)$/;
const BROAD_CFN = /(?:^|:policy\/)(?:PowerUserAccess|(?!IAMFullAccess$|AWSCloudShellFullAccess$)\w+FullAccess)$/;

const RESOURCE_POLICIES = ['aws_s3_bucket_policy', 'aws_sqs_queue_policy', 'aws_sns_topic_policy', 'aws_ecr_repository_policy', 'aws_secretsmanager_secret_policy'];
const ofQueue = (principal: string, action: string, condition = '') => `queue_url = "q"\npolicy = jsonencode({\n  Statement = [{\n    Effect    = "Allow"\n    Principal = ${principal}\n    Action    = "${action}"\n    Resource  = "arn:aws:sqs:eu-west-1:111122223333:q"${condition}\n  }]\n})`;
const ofQueueCfn = (principal: string, action: string, condition = '') => `Queues: [q]\nPolicyDocument:\n  Statement:\n    - Effect: Allow\n      Principal: ${principal}\n      Action: ${action}\n      Resource: arn:aws:sqs:eu-west-1:111122223333:q${condition}`;
const RESOURCE_POLICIES_CFN = ['AWS::SQS::QueuePolicy', 'AWS::S3::BucketPolicy', 'AWS::SNS::TopicPolicy'];

const passwords = terraform('aws_iam_account_password_policy', 'minimum_password_length = 14\npassword_reuse_prevention = 24');
const KINDS = ['require_lowercase_characters', 'require_numbers', 'require_symbols', 'require_uppercase_characters'];
const secretOf = terraform('aws_secretsmanager_secret', 'name = "s"');
const pool = terraform('aws_cognito_user_pool', 'name = "p"');
const poolCfn = cloudFormation('AWS::Cognito::UserPool', 'UserPoolName: p\nMfaConfiguration: OPTIONAL');
const client = terraform('aws_cognito_user_pool_client', 'name = "c"\nuser_pool_id = "p"');
const clientCfn = cloudFormation('AWS::Cognito::UserPoolClient', 'UserPoolId: p');
const AWAY = /^http:\/\/(?!localhost(?:[:/]|$)|127\.|\[::1\])/i;

const info = (name: string, cwe: string, title: string, why: string) => ({ name, severity: 'info', cwe, title, why, optional: true }) as const;

export const permissionRows: readonly AwsRow[] = [
  {
    name: 'iam-gives-credentials',
    severity: 'medium',
    cwe: 'CWE-269',
    title: 'Permission to get credentials of everybody',
    why: 'Whoever has it acts as another role, user or machine. `sts:AssumeRole` on everything takes each role that trusts the account.',
    ...mayDo('gives-credentials', 'Name the roles or machines.', 'sts:AssumeRole', 'arn:aws:iam::111122223333:role/app'),
  },
  {
    name: 'iam-reads-all-data',
    severity: 'medium',
    cwe: 'CWE-732',
    title: 'Permission to read all that is kept',
    why: 'Whoever has it reads each bucket, table, parameter or secret of the account.',
    ...mayDo('reads-data', 'Name the buckets, tables, parameters or secrets.', 'secretsmanager:GetSecretValue', 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:app-*'),
  },
  { name: 'iam-decrypts-all', severity: 'low', cwe: 'CWE-732', title: 'Permission to decrypt with every key', optional: true, benchmark: 'AWS FSBP KMS.1', why: 'A key of one’s own for some data protects nothing from whoever has it.', ...mayDo('decrypts', 'Name the keys.', 'kms:Decrypt', KEY_ARN) },
  { name: 'iam-shares-everything', severity: 'medium', cwe: 'CWE-732', title: 'Permission to open every resource to others', why: 'Whoever has it gives a bucket, key, image or function to another account, or to everybody.', ...mayDo('shares', 'Name the resources.', 's3:PutBucketPolicy', 'arn:aws:s3:::reports') },
  { name: 'iam-changes-everything', severity: 'info', cwe: 'CWE-732', title: 'Permission to change or delete all that is kept', optional: true, why: 'Whoever has it deletes each of them, or replaces the code that runs.', ...mayDo('changes', 'Name the resources.', 's3:DeleteObject', 'arn:aws:s3:::reports/*') },
  { name: 'iam-every-action', severity: 'info', cwe: 'CWE-732', title: 'Permission to do all that a service can', optional: true, why: 'It grows with each action that AWS adds.', ...mayDo('every-action', 'Name the actions.', 's3:*', 'arn:aws:s3:::reports/*', ['s3:GetObject', 'arn:aws:s3:::reports/*']) },
  {
    name: 'iam-pass-any-role',
    severity: 'medium',
    cwe: 'CWE-269',
    title: 'Permission to hand on every role',
    why: 'With a service that takes a role, such as Lambda or EC2, one gets all that any role of the account may do.',
    terraform: mayDo('pass-role', 'Name the roles that may be handed on.', 'iam:PassRole', 'arn:aws:iam::111122223333:role/app').terraform,
  },
  {
    name: 'iam-builds-of-anybody',
    severity: 'high',
    cwe: 'CWE-284',
    title: 'Role for builds of every repository',
    why: 'The audience is the same for everybody: without a condition on `sub` each workflow of GitHub, whoever wrote it, takes the role.',
    terraform: role.whole(
      'Ask for `sub`, such as `repo:app/app:ref:refs/heads/main`.',
      policy('assume_role_policy', 'any-repository'),
      trust(GITHUB, 'sts:AssumeRoleWithWebIdentity', '{\n      StringEquals = { "token.actions.githubusercontent.com:aud" = "sts.amazonaws.com" }\n    }'),
      trust(GITHUB, 'sts:AssumeRoleWithWebIdentity', audience('repo:app/app:*')),
    ),
    cloudFormation: roleCfn.whole('Ask for `sub`, such as `repo:app/app:ref:refs/heads/main`.', policy('AssumeRolePolicyDocument', 'any-repository'), GITHUB_CFN('repo:*'), GITHUB_CFN('repo:app/app:*')),
  },
  {
    ...info('iam-role-for-whole-account', 'CWE-284', 'Role that everybody of an account may take', 'Each user with a right to take roles gets it. Often that is meant.'),
    terraform: role.whole('Name roles, or add a condition.', policy('assume_role_policy', 'whole-account'), trust('{ AWS = "arn:aws:iam::111122223333:root" }', 'sts:AssumeRole'), trust('{ AWS = "arn:aws:iam::111122223333:role/app" }', 'sts:AssumeRole')),
    cloudFormation: roleCfn.whole('Name roles, or add a condition.', policy('AssumeRolePolicyDocument', 'whole-account'), TRUST_CFN('arn:aws:iam::111122223333:root'), TRUST_CFN('arn:aws:iam::111122223333:role/app')),
  },
  {
    ...info('iam-broad-policy', 'CWE-269', 'Policy of AWS that allows all of a service', 'It grows with each action that AWS adds.'),
    terraform: { on: ATTACHED, fix: 'Write a policy of one’s own.', ...attached(BROAD), bad: 'role       = "app"\npolicy_arn = "arn:aws:iam::aws:policy/AmazonS3FullAccess"', good: 'role       = "app"\npolicy_arn = "arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess"' },
    cloudFormation: cloudFormation(['AWS::IAM::Role', 'AWS::IAM::User', 'AWS::IAM::Group']).whole('Write a policy of one’s own.', matches('ManagedPolicyArns', BROAD_CFN), 'ManagedPolicyArns: [arn:aws:iam::aws:policy/AmazonS3FullAccess]', 'ManagedPolicyArns: [arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess]'),
  },
  {
    ...info('iam-cloud-shell', 'CWE-269', 'Shell in the console for all', 'Files go out and in through it, past everything that watches.'),
    benchmark: 'CIS AWS 3.0 1.22',
    terraform: { on: ATTACHED, fix: 'Take the policy away.', ...attached(/:policy\/AWSCloudShellFullAccess$/), bad: 'role       = "app"\npolicy_arn = "arn:aws:iam::aws:policy/AWSCloudShellFullAccess"', good: 'role       = "app"\npolicy_arn = "arn:aws:iam::aws:policy/ReadOnlyAccess"' },
    cloudFormation: cloudFormation(['AWS::IAM::Role', 'AWS::IAM::User', 'AWS::IAM::Group']).whole(
      'Take the policy away.',
      matches('ManagedPolicyArns', /:policy\/AWSCloudShellFullAccess$/),
      'ManagedPolicyArns: [arn:aws:iam::aws:policy/AWSCloudShellFullAccess]',
      'ManagedPolicyArns: [arn:aws:iam::aws:policy/ReadOnlyAccess]',
    ),
  },
  {
    ...info('iam-user', 'CWE-522', 'User of its own', 'Users have keys and passwords that stay. Logins of people come from elsewhere, machines have roles.'),
    terraform: terraform('aws_iam_user').whole('Use IAM Identity Center or a role.', all(), 'name = "ada"', 'resource "aws_iam_role" "example" {\n  name = "app"\n}'),
    cloudFormation: cloudFormation('AWS::IAM::User').whole('Use IAM Identity Center or a role.', all(), 'UserName: ada', 'Resources:\n  Example:\n    Type: AWS::IAM::Role\n    Properties:\n      RoleName: app'),
  },
  { name: 'iam-password-kept', severity: 'low', cwe: 'CWE-522', title: 'First password of a user that stays', why: 'It lies in the state, and whoever made it knows it.', terraform: terraform('aws_iam_user_login_profile', 'user = "ada"').refuses('password_reset_required', false, true) },
  {
    ...info('iam-passwords-of-one-kind', 'CWE-521', 'Passwords of letters alone', 'Short ones are found sooner. The defaults ask for no kind.'),
    terraform: terraform('aws_iam_account_password_policy').whole('Set each `require_…` to true.', any(...KINDS.map((kind) => isnt(kind, true))), 'minimum_password_length = 14', `minimum_password_length = 14\n${KINDS.map((kind) => `${kind} = true`).join('\n')}`),
  },
  {
    ...info('iam-passwords-for-ever', 'CWE-521', 'Passwords that never expire', 'Some auditors ask for 90 days.'),
    terraform: passwords.whole('Set `max_password_age = 90`.', any(absent('max_password_age'), is('max_password_age', 0), above('max_password_age', 90)), 'minimum_password_length = 14', 'minimum_password_length = 14\nmax_password_age        = 90'),
  },
  {
    ...info('policy-every-action', 'CWE-732', 'Policy of a resource that allows every action', 'It grows with each action that AWS adds.'),
    terraform: terraform(RESOURCE_POLICIES).whole('Name the actions.', policy('policy', 'every-action'), ofQueue('{ AWS = "arn:aws:iam::111122223333:root" }', 'sqs:*'), ofQueue('{ AWS = "arn:aws:iam::111122223333:root" }', 'sqs:SendMessage')),
    cloudFormation: cloudFormation(RESOURCE_POLICIES_CFN).whole('Name the actions.', policy('PolicyDocument', 'every-action'), ofQueueCfn('{ AWS: 111122223333 }', 'sqs:*'), ofQueueCfn('{ AWS: 111122223333 }', 'sqs:SendMessage')),
  },
  {
    name: 'policy-service-for-anyone',
    severity: 'low',
    cwe: 'CWE-441',
    title: 'Resource that a service of AWS uses for any account',
    optional: true,
    why: 'Somebody makes a topic or bucket of an account of its own send to it.',
    terraform: terraform([...RESOURCE_POLICIES, 'aws_kms_key']).whole(
      'Add a condition on `aws:SourceArn` or `aws:SourceAccount`.',
      policy('policy', 'service-for-anyone'),
      ofQueue('{ Service = "sns.amazonaws.com" }', 'sqs:SendMessage'),
      ofQueue('{ Service = "sns.amazonaws.com" }', 'sqs:SendMessage', '\n    Condition = { ArnEquals = { "aws:SourceArn" = "arn:aws:sns:eu-west-1:111122223333:t" } }'),
    ),
    cloudFormation: cloudFormation(RESOURCE_POLICIES_CFN).whole(
      'Add a condition on `aws:SourceArn` or `aws:SourceAccount`.',
      policy('PolicyDocument', 'service-for-anyone'),
      ofQueueCfn('{ Service: sns.amazonaws.com }', 'sqs:SendMessage'),
      ofQueueCfn('{ Service: sns.amazonaws.com }', 'sqs:SendMessage', "\n      Condition: { ArnEquals: { 'aws:SourceArn': 'arn:aws:sns:eu-west-1:111122223333:t' } }"),
    ),
  },

  {
    ...info('kms-rotated-rarely', 'CWE-324', 'Key that is changed less than once a year', 'What one version encrypted is lost with it.'),
    terraform: terraform('aws_kms_key', 'enable_key_rotation = true').atMost('rotation_period_in_days', 365),
    cloudFormation: cloudFormation('AWS::KMS::Key', 'EnableKeyRotation: true').atMost('RotationPeriodInDays', 365),
  },
  {
    ...info('kms-default-policy', 'CWE-732', 'Key without a policy of its own', 'Then every user of the account with a right of KMS on everything uses it.'),
    terraform: terraform('aws_kms_key').whole(
      'Set `policy`.',
      all(absent('policy'), without('aws_kms_key_policy', 'key_id')),
      'enable_key_rotation = true',
      'enable_key_rotation = true\npolicy = jsonencode({\n  Statement = [{\n    Effect    = "Allow"\n    Principal = { AWS = "arn:aws:iam::111122223333:root" }\n    Action    = "kms:*"\n    Resource  = "*"\n  }]\n})',
    ),
  },
  {
    name: 'kms-may-lock-out',
    severity: 'low',
    cwe: 'CWE-693',
    title: 'Key whose policy nobody looks at',
    why: 'A mistake in the policy locks everybody out for good.',
    terraform: terraform(['aws_kms_key', 'aws_kms_external_key', 'aws_kms_replica_key', 'aws_kms_key_policy'], 'enable_key_rotation = true').refuses('bypass_policy_lockout_safety_check', true, false),
    cloudFormation: cloudFormation('AWS::KMS::Key', 'EnableKeyRotation: true').refuses('BypassPolicyLockoutSafetyCheck', true, false),
  },

  ownKey('secret-own-key', 'Secret', secretOf.needs('kms_key_id', KEY_ARN), cloudFormation('AWS::SecretsManager::Secret', 'Name: s').needs('KmsKeyId', KEY_ARN)),
  {
    ...info('secret-not-rotated', 'CWE-324', 'Secret that stays as it is', 'One that leaked works until somebody notices.'),
    terraform: terraform('aws_secretsmanager_secret').whole(
      'Add `aws_secretsmanager_secret_rotation`.',
      all(without('aws_secretsmanager_secret_rotation', 'secret_id'), absent('rotation_rules')),
      'name = "s"',
      'resource "aws_secretsmanager_secret" "example" {\n  name = "s"\n}\n\nresource "aws_secretsmanager_secret_rotation" "example" {\n  secret_id = aws_secretsmanager_secret.example.id\n  rotation_rules {\n    automatically_after_days = 30\n  }\n}',
    ),
  },
  {
    ...info('secret-rotated-rarely', 'CWE-324', 'Secret that is changed less than four times a year', 'One that leaked works until then.'),
    terraform: terraform('aws_secretsmanager_secret_rotation', 'secret_id = "s"').atMost('rotation_rules.automatically_after_days', 90),
    cloudFormation: cloudFormation('AWS::SecretsManager::RotationSchedule', 'SecretId: s').atMost('RotationRules.AutomaticallyAfterDays', 90),
  },
  {
    ...info('secret-policy-unchecked', 'CWE-732', 'Policy of a secret that may be for everybody', 'AWS refuses such a policy where it is asked to.'),
    terraform: terraform('aws_secretsmanager_secret_policy', 'secret_arn = "arn"').wants('block_public_policy', true),
    cloudFormation: cloudFormation('AWS::SecretsManager::ResourcePolicy', 'SecretId: s').wants('BlockPublicPolicy', true),
  },

  { ...info('cognito-no-second-factor', 'CWE-308', 'Users with passwords only', 'A stolen password is enough. The default is OFF.'), terraform: pool.wants('mfa_configuration', ['ON', 'OPTIONAL']) },
  {
    ...info('cognito-no-threat-protection', 'CWE-693', 'Users whose logins nobody watches', 'Stolen passwords and strange places are not noticed.'),
    terraform: pool.wants('user_pool_add_ons.advanced_security_mode', ['ENFORCED', 'AUDIT']),
    cloudFormation: poolCfn.wants('UserPoolAddOns.AdvancedSecurityMode', ['ENFORCED', 'AUDIT']),
  },
  unprotected('cognito-no-deletion-protection', 'Users', pool.wants('deletion_protection', 'ACTIVE'), poolCfn.wants('DeletionProtection', 'ACTIVE')),
  {
    ...info('cognito-anybody-signs-up', 'CWE-284', 'Users who sign up by themselves', 'Most pools are meant for that; one for a company is not.'),
    terraform: pool.wants('admin_create_user_config.allow_admin_create_user_only', true),
    cloudFormation: poolCfn.wants('AdminCreateUserConfig.AllowAdminCreateUserOnly', true),
  },
  { ...info('cognito-tells-users', 'CWE-203', 'Login that tells who has an account', 'An answer for an unknown user differs. The default is LEGACY.'), terraform: client.wants('prevent_user_existence_errors', 'ENABLED'), cloudFormation: clientCfn.wants('PreventUserExistenceErrors', 'ENABLED') },
  {
    name: 'cognito-implicit',
    severity: 'low',
    cwe: 'CWE-522',
    title: 'Tokens in addresses of pages',
    why: 'The implicit flow leaves tokens in the history and in logs.',
    terraform: client.whole('Use `code`.', matches('allowed_oauth_flows', /^implicit$/), 'allowed_oauth_flows = ["implicit"]', 'allowed_oauth_flows = ["code"]'),
    cloudFormation: clientCfn.whole('Use `code`.', matches('AllowedOAuthFlows', /^implicit$/), 'UserPoolId: p\nAllowedOAuthFlows: [implicit]', 'UserPoolId: p\nAllowedOAuthFlows: [code]'),
  },
  {
    ...info('cognito-passwords-sent', 'CWE-522', 'Login that sends the password', 'With SRP it never leaves the app.'),
    terraform: client.whole('Use `ALLOW_USER_SRP_AUTH`.', matches('explicit_auth_flows', /USER_PASSWORD_AUTH$/), 'explicit_auth_flows = ["ALLOW_USER_PASSWORD_AUTH"]', 'explicit_auth_flows = ["ALLOW_USER_SRP_AUTH"]'),
    cloudFormation: clientCfn.whole('Use `ALLOW_USER_SRP_AUTH`.', matches('ExplicitAuthFlows', /USER_PASSWORD_AUTH$/), 'UserPoolId: p\nExplicitAuthFlows: [ALLOW_USER_PASSWORD_AUTH]', 'UserPoolId: p\nExplicitAuthFlows: [ALLOW_USER_SRP_AUTH]'),
  },
  {
    name: 'cognito-no-revocation',
    severity: 'low',
    cwe: 'CWE-613',
    title: 'Tokens that cannot be taken back',
    why: 'A stolen token works until it ends. Revocation is on by default.',
    terraform: client.refuses('enable_token_revocation', false, true),
    cloudFormation: clientCfn.refuses('EnableTokenRevocation', false, true),
  },
  {
    name: 'cognito-plain-callback',
    severity: 'low',
    cwe: 'CWE-319',
    title: 'Login that comes back without encryption',
    why: 'Whoever is on the way takes the login.',
    terraform: client.whole('Use `https`.', matches('callback_urls', AWAY), 'callback_urls = ["http://app.example.com/back"]', 'callback_urls = ["https://app.example.com/back"]'),
    cloudFormation: clientCfn.whole('Use `https`.', matches('CallbackURLs', AWAY), 'UserPoolId: p\nCallbackURLs: [http://app.example.com/back]', 'UserPoolId: p\nCallbackURLs: [https://app.example.com/back]'),
  },
  {
    name: 'cognito-old-flow',
    severity: 'low',
    cwe: 'CWE-269',
    title: 'Login that names the role itself',
    why: 'The old flow lets a client take any role that trusts the pool.',
    terraform: terraform('aws_cognito_identity_pool', 'identity_pool_name = "p"').refuses('allow_classic_flow', true, false),
    cloudFormation: cloudFormation('AWS::Cognito::IdentityPool', 'AllowUnauthenticatedIdentities: false').refuses('AllowClassicFlow', true, false),
  },

  {
    ...info('ram-outside', 'CWE-732', 'Resource that is shared outside of the organization', 'An account that joins nobody’s rules uses it.'),
    terraform: terraform('aws_ram_resource_share', 'name = "s"').refuses('allow_external_principals', true, false),
    cloudFormation: cloudFormation('AWS::RAM::ResourceShare', 'Name: s').refuses('AllowExternalPrincipals', true, false),
  },
  {
    ...info('sso-long-sessions', 'CWE-613', 'Sessions of more than eight hours', 'A stolen one works as long.'),
    terraform: terraform('aws_ssoadmin_permission_set', 'name = "s"').whole('Set `session_duration = "PT8H"` or less.', matches('session_duration', /^PT(?:9|1[0-2])H/), 'session_duration = "PT12H"', 'session_duration = "PT8H"'),
    cloudFormation: cloudFormation('AWS::SSO::PermissionSet', 'Name: s').whole('Set `SessionDuration: PT8H` or less.', matches('SessionDuration', /^PT(?:9|1[0-2])H/), 'Name: s\nSessionDuration: PT12H', 'Name: s\nSessionDuration: PT8H'),
  },
  {
    name: 'permissions-unchecked',
    severity: 'low',
    cwe: 'CWE-693',
    title: 'Policies that nobody checks against their schema',
    optional: true,
    why: 'A policy with a wrong name never holds.',
    terraform: terraform('aws_verifiedpermissions_policy_store').refuses('validation_settings.mode', 'OFF', 'STRICT'),
    cloudFormation: cloudFormation('AWS::VerifiedPermissions::PolicyStore').refuses('ValidationSettings.Mode', 'OFF', 'STRICT'),
  },
  written('radius-secret', 'Secret of a second factor', terraform('aws_directory_service_radius_settings', 'directory_id = "d"').hides('shared_secret')),
  {
    name: 'radius-plain',
    severity: 'low',
    cwe: 'CWE-327',
    title: 'Second factor by an old protocol',
    why: 'PAP, CHAP and the first MS-CHAP give away what they should protect.',
    terraform: terraform('aws_directory_service_radius_settings', 'directory_id = "d"').refuses('authentication_protocol', ['PAP', 'CHAP', 'MS-CHAPv1'], 'MS-CHAPv2'),
  },
  { name: 'provider-unchecked-certificate', severity: 'medium', cwe: 'CWE-295', title: 'Provider that takes any certificate', why: 'Whoever is on the way reads and changes what is asked of AWS.', terraform: terraform('provider.aws', 'region = "eu-west-1"').refuses('insecure', true, false) },
  {
    ...info('state-not-locked', 'CWE-693', 'State that two may write at once', 'Without a lock one overwrites the other.'),
    terraform: terraform('backend.s3').whole('Set `use_lockfile = true`.', all(isnt('use_lockfile', true), absent('dynamodb_table')), 'bucket = "state"\nkey    = "app"', 'bucket       = "state"\nkey          = "app"\nuse_lockfile = true'),
  },
  ownKey('state-own-key', 'State', terraform('backend.s3', 'bucket = "state"\nkey = "app"').needs('kms_key_id', KEY_ARN)),
];

import { absent, any, isnt, matches, policy, secret } from '../condition';
import { type AwsRow, KEY_ARN, cloudFormation, noLog, ownKey, plainStore, terraform, written } from './row';

const project = terraform('aws_codebuild_project', 'name = "b"\nservice_role = "arn"');
const projectCfn = cloudFormation('AWS::CodeBuild::Project', 'Name: b\nServiceRole: arn');
const PUBLIC = (principal: string) => `policy_document = jsonencode({\n  Statement = [{\n    Effect    = "Allow"\n    Principal = ${principal}\n    Action    = "codeartifact:ReadFromRepository"\n    Resource  = "*"\n  }]\n})`;

export const buildRows: readonly AwsRow[] = [
  { name: 'codebuild-privileged', severity: 'info', cwe: 'CWE-250', title: 'Build with privileges', optional: true, why: 'It is root on its machine, which builds of images need.', terraform: project.refuses('environment.privileged_mode', true, false) },
  ownKey('codebuild-own-key', 'Results of a build', project.needs('encryption_key', KEY_ARN), projectCfn.needs('EncryptionKey', KEY_ARN)),
  {
    ...noLog('codebuild-no-log', 'Build', project.refuses('logs_config.cloudwatch_logs.status', 'DISABLED', 'ENABLED', { where: isnt('logs_config.s3_logs.status', 'ENABLED') }), projectCfn.refuses('LogsConfig.CloudWatchLogs.Status', 'DISABLED', 'ENABLED', { where: isnt('LogsConfig.S3Logs.Status', 'ENABLED') })),
    severity: 'low',
    why: 'A log is kept by default; here it is turned off.',
  },
  {
    name: 'codebuild-public',
    severity: 'medium',
    cwe: 'CWE-668',
    title: 'Builds that everybody sees',
    why: 'Logs and results are public, and what a build printed with them.',
    terraform: project.refuses('project_visibility', 'PUBLIC_READ', 'PRIVATE'),
    cloudFormation: projectCfn.refuses('Visibility', 'PUBLIC_READ', 'PRIVATE'),
  },
  {
    name: 'codebuild-unchecked-certificate',
    severity: 'medium',
    cwe: 'CWE-295',
    title: 'Build that takes sources from anybody on the way',
    why: 'The certificate of the server is not looked at.',
    terraform: project.refuses('source.insecure_ssl', true, false),
    cloudFormation: projectCfn.refuses('Source.InsecureSsl', true, false),
  },
  written(
    'codebuild-address-secret',
    'Password in the address of sources',
    project.whole(
      'Revoke it, and use a connection.',
      any(matches('source.location', /^https?:\/\/[^/@\s:]+:[^/@\s]+@/), matches('secondary_sources.location', /^https?:\/\/[^/@\s:]+:[^/@\s]+@/)),
      'source {\n  type     = "GITHUB"\n  location = "https://ada:q9Zt4LrVb1XeYw0H@github.com/app/app.git"\n}',
      'source {\n  type     = "GITHUB"\n  location = "https://github.com/app/app.git"\n}',
    ),
    projectCfn.whole('Revoke it, and use a connection.', matches('Source.Location', /^https?:\/\/[^/@\s:]+:[^/@\s]+@/), 'Source:\n  Type: GITHUB\n  Location: https://ada:q9Zt4LrVb1XeYw0H@github.com/app/app.git', 'Source:\n  Type: GITHUB\n  Location: https://github.com/app/app.git'),
  ),
  written('codebuild-source-token', 'Token for sources', terraform('aws_codebuild_source_credential', 'auth_type = "PERSONAL_ACCESS_TOKEN"\nserver_type = "GITHUB"').hides('token'), cloudFormation('AWS::CodeBuild::SourceCredential', 'AuthType: PERSONAL_ACCESS_TOKEN\nServerType: GITHUB').hides('Token')),
  plainStore(
    'codebuild-report-unencrypted',
    'Reports of builds',
    'low',
    terraform('aws_codebuild_report_group', 'name = "r"\ntype = "TEST"').refuses('export_config.s3_destination.encryption_disabled', true, false),
    cloudFormation('AWS::CodeBuild::ReportGroup', 'Type: TEST').refuses('ExportConfig.S3Destination.EncryptionDisabled', true, false),
  ),
  {
    name: 'codebuild-any-event',
    severity: 'low',
    cwe: 'CWE-829',
    title: 'Build of whatever anybody sends',
    optional: true,
    why: 'Without a filter the pull request of a stranger is built with the rights of the project.',
    terraform: terraform('aws_codebuild_webhook', 'project_name = "b"').needs('filter_group.filter.type', 'EVENT', { where: absent('filter_group') }),
  },
  ownKey(
    'codepipeline-own-key',
    'What a pipeline passes on',
    terraform('aws_codepipeline', 'name = "p"\nrole_arn = "arn"').needs('artifact_store.encryption_key.id', KEY_ARN),
    cloudFormation('AWS::CodePipeline::Pipeline', 'RoleArn: arn').needs('ArtifactStore.EncryptionKey.Id', KEY_ARN, { where: absent('ArtifactStores') }),
  ),
  written(
    'pipeline-token',
    'Token of a pipeline',
    terraform('aws_codepipeline').whole('Revoke it, and use a connection.', secret('stage.action.configuration.OAuthToken'), 'stage {\n  action {\n    configuration = {\n      OAuthToken = "q9Zt4LrVb1XeYw0H"\n    }\n  }\n}', 'stage {\n  action {\n    configuration = {\n      ConnectionArn = "arn"\n    }\n  }\n}', [
      { on: 'aws_amplify_app', breaks: any(secret('oauth_token'), secret('access_token')) },
    ]),
  ),
  ownKey('codeartifact-own-key', 'Packages', terraform('aws_codeartifact_domain', 'domain = "d"').needs('encryption_key', KEY_ARN), cloudFormation('AWS::CodeArtifact::Domain', 'DomainName: d').needs('EncryptionKey', KEY_ARN)),
  {
    name: 'codeartifact-for-anyone',
    severity: 'high',
    cwe: 'CWE-732',
    title: 'Packages for every account',
    why: 'The principal `*` without a condition is everybody with an AWS account.',
    terraform: terraform(['aws_codeartifact_domain_permissions_policy', 'aws_codeartifact_repository_permissions_policy']).whole('Name accounts.', policy('policy_document', 'anyone'), PUBLIC('"*"'), PUBLIC('{ AWS = "arn:aws:iam::111122223333:root" }')),
    cloudFormation: cloudFormation(['AWS::CodeArtifact::Domain', 'AWS::CodeArtifact::Repository']).whole(
      'Name accounts.',
      policy('PermissionsPolicyDocument', 'anyone'),
      "DomainName: d\nPermissionsPolicyDocument:\n  Statement:\n    - Effect: Allow\n      Principal: '*'\n      Action: codeartifact:ReadFromRepository\n      Resource: '*'",
      "DomainName: d\nPermissionsPolicyDocument:\n  Statement:\n    - Effect: Allow\n      Principal: { AWS: arn:aws:iam::111122223333:root }\n      Action: codeartifact:ReadFromRepository\n      Resource: '*'",
    ),
  },
  ownKey('codecommit-own-key', 'Repository of code', terraform('aws_codecommit_repository', 'repository_name = "r"').needs('kms_key_id', KEY_ARN), cloudFormation('AWS::CodeCommit::Repository', 'RepositoryName: r').needs('KmsKeyId', KEY_ARN)),
  { ...noLog('stack-tells-nobody', 'Changes of a stack', terraform('aws_cloudformation_stack', 'name = "s"').needs('notification_arns', ['arn'])), title: 'Stack that tells nobody of changes', why: 'Nobody hears of a change or a failure.' },
];

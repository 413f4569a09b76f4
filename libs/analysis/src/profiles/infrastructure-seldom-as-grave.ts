/** `terraform-aws/aws-open-ftp` and so on: the same rule of several tools. */
const inClouds = (rules: string, clouds: string): string[] =>
  clouds.split(' ').flatMap((cloud) => rules.split(' ').map((rule) => `${TOOL_OF[cloud]!}/${cloud}-${rule}`));

const TOOL_OF: Readonly<Record<string, string>> = {
  aws: 'terraform-aws',
  azure: 'terraform-azure',
  google: 'terraform-google',
  cfn: 'cloudformation-security',
};

const inTool = (tool: string, rules: string): string[] => rules.split(' ').map((rule) => `${tool}/${rule}`);

/**
 * Rules about infrastructure that are right about something grave less than every second time. A rule is here if its
 * own labels say so, or if those of a rule do that says the same of another resource or of another cloud: of 80 such
 * labels, 15 were useful. No file shows what would decide: who is meant to read it, and what the account is for.
 */
export const INFRASTRUCTURE_SELDOM_AS_GRAVE: readonly string[] = [
  // Storage, images, packages and data are mostly public because somebody publishes them.
  ...inClouds('s3-public-acl s3-policy-for-anyone', 'aws cfn'),
  ...inClouds('s3-grant-to-everybody ami-public image-builder-public', 'aws'),
  ...inClouds('ecr-for-anyone codeartifact-for-anyone', 'aws cfn'),
  ...inClouds('storage-public-container', 'azure'),
  ...inClouds('bucket-for-everybody bucket-predefined-public bucket-public-acl', 'google'),
  ...inClouds('folder-of-bucket-for-everybody sources-for-everybody', 'google'),
  ...inClouds('dataset-for-everybody dataset-access-for-everybody table-for-everybody', 'google'),

  // A policy for everybody guards little where the network does: search, files and queues within a private one.
  ...inClouds('opensearch-for-anyone', 'aws'),
  ...inClouds('search-for-anyone', 'cfn'),
  ...inClouds('efs-policy-for-anyone sns-for-anyone sqs-for-anyone lambda-for-anyone', 'aws cfn'),

  // An address on the internet opens nothing before a firewall does, and that has rules of its own.
  ...inClouds('rds-public redshift-public mq-public influxdb-public lightsail-database-public msk-public', 'aws cfn'),
  ...inClouds('dms-public neptune-public', 'aws'),

  // Some services are for everybody: hosts for jumps and desktops, and the transfer of files. Others ask for a login,
  // and the group is of a machine for a trial. Services without a login stay grave: caches, searches, Docker.
  ...inClouds('open-ssh open-rdp open-winrm open-vnc open-telnet open-ftp', 'aws azure google cfn'),
  ...inClouds('open-mysql open-postgresql open-sql-server open-oracle', 'aws azure google cfn'),
  ...inClouds('open-smb open-ldap', 'aws azure google cfn'),
  ...inClouds('open-netbios', 'azure google'),
  ...inClouds('open-everything', 'aws azure google cfn'),
  ...inClouds('transfer-ftp', 'aws cfn'),

  // Who builds an account, or manages its users, needs these rights. What the role is for stands in no file.
  ...inClouds('iam-escalation iam-administrator', 'aws cfn'),
  ...inClouds('aks-no-rbac', 'azure'),
  ...inTool('kubernetes-security', 'dangerous-capability login-turned-off role-for-everybody service-exposes-database'),

  // A second trail records, or the first one is turned off for a trial.
  ...inClouds('cloudtrail-turned-off', 'aws cfn'),

  // Passwords in environments, tasks and jobs are those of a service for trials, or words to be replaced.
  ...inTool('ansible-security', 'login-password-written secret-in-task secret-in-task-command'),
  ...inTool('dockerfile-security', 'secret-in-command secret-in-image secret-file-in-layer'),
  ...inTool('gitlab-ci-security', 'secret-in-pipeline-command secret-in-pipeline-variable'),
  ...inTool('kubernetes-security', 'committed-secret secret-in-command secret-in-config-map secret-in-environment'),
  ...inClouds('secret-value-written lambda-secret ecs-secret codebuild-secret', 'aws cfn'),
  ...inClouds('app-setting-secret api-value-written container-environment-secret key-vault-secret-written', 'azure'),
  ...inClouds('secret-written run-environment-secret vm-metadata-secret', 'google'),

  // The file is a template, or the reader of the tool is older than what it reads.
  ...inTool('dockerfile-lint', 'from_first invalid_command required_params'),
  ...inTool('compose-lint', 'invalid-schema no-duplicate-container-names'),

  // No play includes the tasks, or the task never reports a change.
  ...inTool('ansible-security', 'missing-handler'),

  // The check is turned off for one server of the own network, or for a tool of the build.
  ...inTool('dockerfile-security', 'certificate-not-checked'),
  ...inTool('github-actions-security', 'all-secrets-exposed secret-printed'),
];

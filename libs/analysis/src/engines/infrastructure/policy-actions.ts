/** Actions by what somebody who may do them to everything gains. Such as AWS gives for one resource, too. */
const named = (services: Readonly<Record<string, string>>): RegExp =>
  new RegExp(
    `^(?:${Object.entries(services)
      .map(([service, actions]) => `${service}:(?:${actions})`)
      .join('|')})$`,
    'i',
  );

/** With any of these on everything, a user can make itself an administrator. */
export const ESCALATES = named({
  iam:
    String.raw`\*|(?:Attach|Put)(?:User|Role|Group)Policy|(?:Create|SetDefault)PolicyVersion|CreateAccessKey|` +
    String.raw`CreateLoginProfile|UpdateLoginProfile|AddUserToGroup|UpdateAssumeRolePolicy|Put\*|Attach\*|Create\*`,
});

/** All of a service whose data or keys are worth most. */
export const GRAVE_SERVICE = /^(?:s3|kms|secretsmanager|ssm|ec2|rds|dynamodb|lambda|sts|organizations|cloudtrail):\*$/i;

/** Answers with credentials, of a role, a user or a machine. */
export const GIVES_CREDENTIALS = named({
  sts: String.raw`AssumeRole|AssumeRole\*|GetFederationToken`,
  iam: 'CreateServiceSpecificCredential|ResetServiceSpecificCredential',
  sso: 'GetRoleCredentials',
  'cognito-identity': 'GetOpenIdTokenForDeveloperIdentity',
  rds: 'DownloadCompleteDBLogFile',
  'rds-db': 'connect',
  redshift: String.raw`GetClusterCredentials(?:WithIAM)?`,
  'redshift-serverless': 'GetCredentials',
  ec2: 'GetPasswordData',
  'ec2-instance-connect': 'SendSSHPublicKey',
  lightsail: 'GetInstanceAccessDetails|GetRelationalDatabaseMasterUserPassword|DownloadDefaultKeyPair',
  codepipeline: 'PollForJobs',
});

/** Reads what is kept: objects, secrets, parameters, rows. */
export const READS_DATA = named({
  s3: String.raw`GetObject|Get\*`,
  secretsmanager: String.raw`GetSecretValue|BatchGetSecretValue|Get\*`,
  ssm: String.raw`GetParameters?|GetParametersByPath|GetParameter\*|Get\*`,
  dynamodb: String.raw`Scan|GetItem|BatchGetItem|Query`,
});

/** Says who else may reach a resource. */
export const SHARES = named({
  s3: 'Put(?:BucketPolicy|(?:Bucket|Object)Acl|(?:Bucket|Account)PublicAccessBlock|AccessPointPolicy)',
  kms: 'PutKeyPolicy',
  lambda: 'AddPermission|AddLayerVersionPermission',
  sns: 'AddPermission',
  sqs: 'AddPermission',
  secretsmanager: 'PutResourcePolicy',
  ecr: 'SetRepositoryPolicy|PutRegistryPolicy',
  ec2: 'ModifySnapshotAttribute|ModifyImageAttribute',
  rds: 'ModifyDBSnapshotAttribute|ModifyDBClusterSnapshotAttribute',
  glacier: 'SetVaultAccessPolicy',
  elasticfilesystem: 'PutFileSystemPolicy',
  events: 'PutPermission',
  backup: 'PutBackupVaultAccessPolicy',
  dynamodb: 'PutResourcePolicy',
  ssm: 'ModifyDocumentPermission',
});

/** Changes or deletes what is kept, or the code that runs. */
export const CHANGES = named({
  s3: String.raw`PutObject|DeleteObject|DeleteBucket|(?:Put|Delete)\*`,
  dynamodb: String.raw`PutItem|UpdateItem|DeleteItem|BatchWriteItem|DeleteTable|(?:Put|Update|Delete)\*`,
  lambda: String.raw`UpdateFunctionCode|DeleteFunction|(?:Update|Delete)\*`,
  ec2: String.raw`TerminateInstances|RunInstances|DeleteSnapshot|DeleteVolume|DeleteVpc|Delete\*`,
  rds: String.raw`DeleteDBInstance|DeleteDBCluster|DeleteDBSnapshot|Delete\*`,
  kms: 'ScheduleKeyDeletion|DisableKey',
  secretsmanager: 'PutSecretValue|UpdateSecret|DeleteSecret',
  ssm: 'PutParameter|DeleteParameter|SendCommand|StartSession',
  sqs: 'DeleteQueue|PurgeQueue',
  logs: 'DeleteLogGroup|DeleteLogStream',
  cloudtrail: 'StopLogging|DeleteTrail|UpdateTrail',
  ecr: 'PutImage|DeleteRepository|BatchDeleteImage',
  cloudformation: 'DeleteStack',
});

export const DECRYPTS = named({ kms: String.raw`Decrypt|ReEncryptFrom|ReEncrypt\*|Decrypt\*` });

/** Services that act on behalf of any account, where nobody says of which. */
export const ACTS_FOR_OTHERS =
  /^(?:s3|sns|events|ses|cloudtrail|config|cloudwatch|budgets|costalerts|delivery\.logs|logging\.s3)\.amazonaws\.com$/i;

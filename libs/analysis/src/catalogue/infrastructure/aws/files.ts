import { absent, all, any, is, isnt, not, policy, present, some, without, world } from '../condition';
import { type AwsRow, KEY_ARN, cloudFormation, fewBackups, noLog, oneZone, ownKey, terraform, written } from './row';

const BUCKET = 'resource "aws_s3_bucket" "example" {\n  bucket = "reports"\n}';
/** The bucket with a resource that refers to it. */
const beside = (type: string, body: string) => `${BUCKET}\n\nresource "${type}" "example" {\n  bucket = aws_s3_bucket.example.id\n${body.replace(/^(?=.)/gm, '  ')}\n}`;
const bucket = terraform('aws_s3_bucket');
const bucketCfn = cloudFormation('AWS::S3::Bucket', 'BucketName: reports');
const refusing = (effect: string) =>
  `policy = jsonencode({\n  Statement = [{\n    Effect    = "${effect}"\n    Principal = ${effect === 'Deny' ? '"*"' : '{ AWS = "arn:aws:iam::111122223333:root" }'}\n    Action    = "s3:*"\n    Resource  = "arn:aws:s3:::reports/*"\n    Condition = { Bool = { "aws:SecureTransport" = "${effect === 'Deny' ? 'false' : 'true'}" } }\n  }]\n})`;
const BLOCKS = ['block_public_acls', 'block_public_policy', 'ignore_public_acls', 'restrict_public_buckets'];

const FSX = ['aws_fsx_lustre_file_system', 'aws_fsx_windows_file_system', 'aws_fsx_ontap_file_system', 'aws_fsx_openzfs_file_system'];
const SUBNET = 'subnet_ids = ["subnet-1"]';
const efs = terraform('aws_efs_file_system', 'creation_token = "a"\nencrypted = true');
const efsCfn = cloudFormation('AWS::EFS::FileSystem', 'Encrypted: true');
const entry = terraform('aws_efs_access_point', 'file_system_id = "fs-1"');
const entryCfn = cloudFormation('AWS::EFS::AccessPoint', 'FileSystemId: fs-1');
const share = terraform('aws_storagegateway_nfs_file_share', 'gateway_arn = "arn"\nlocation_arn = "arn"\nrole_arn = "arn"');

const info = (name: string, cwe: string, title: string, why: string) => ({ name, severity: 'info', cwe, title, why, optional: true }) as const;

export const fileRows: readonly AwsRow[] = [
  ownKey(
    's3-own-key',
    'Bucket',
    bucket.whole(
      'Add `aws_s3_bucket_server_side_encryption_configuration` with `sse_algorithm = "aws:kms"`.',
      all(without('aws_s3_bucket_server_side_encryption_configuration', 'bucket', is('rule.apply_server_side_encryption_by_default.sse_algorithm', 'AES256')), isnt('server_side_encryption_configuration.rule.apply_server_side_encryption_by_default.sse_algorithm', 'aws:kms', 'aws:kms:dsse')),
      BUCKET,
      beside('aws_s3_bucket_server_side_encryption_configuration', 'rule {\n  apply_server_side_encryption_by_default {\n    sse_algorithm     = "aws:kms"\n    kms_master_key_id = "arn"\n  }\n}'),
    ),
    bucketCfn.whole(
      'Set `SSEAlgorithm: aws:kms` in `BucketEncryption`.',
      isnt('BucketEncryption.ServerSideEncryptionConfiguration.ServerSideEncryptionByDefault.SSEAlgorithm', 'aws:kms', 'aws:kms:dsse'),
      'BucketName: reports',
      'BucketName: reports\nBucketEncryption:\n  ServerSideEncryptionConfiguration:\n    - ServerSideEncryptionByDefault:\n        SSEAlgorithm: aws:kms',
    ),
  ),
  ownKey('s3-object-own-key', 'Object', terraform(['aws_s3_object', 'aws_s3_object_copy'], 'bucket = "reports"\nkey = "a"').needs('kms_key_id', KEY_ARN)),
  {
    ...info('s3-no-lifecycle', 'CWE-693', 'Bucket that keeps everything for ever', 'What is not needed any more can still be stolen, and costs.'),
    terraform: bucket.whole(
      'Add `aws_s3_bucket_lifecycle_configuration`.',
      all(without('aws_s3_bucket_lifecycle_configuration', 'bucket'), absent('lifecycle_rule')),
      BUCKET,
      beside('aws_s3_bucket_lifecycle_configuration', 'rule {\n  id     = "old"\n  status = "Enabled"\n  expiration {\n    days = 365\n  }\n  abort_incomplete_multipart_upload {\n    days_after_initiation = 7\n  }\n}'),
    ),
    cloudFormation: bucketCfn.whole('Add `LifecycleConfiguration`.', absent('LifecycleConfiguration'), 'BucketName: reports', 'BucketName: reports\nLifecycleConfiguration:\n  Rules:\n    - Status: Enabled\n      ExpirationInDays: 365'),
  },
  {
    ...info('s3-broken-uploads-kept', 'CWE-693', 'Bucket that keeps parts of broken uploads', 'Nobody sees them, and they cost.'),
    terraform: terraform('aws_s3_bucket_lifecycle_configuration').whole(
      'Add `abort_incomplete_multipart_upload` to a rule.',
      not(some('rule', present('abort_incomplete_multipart_upload'))),
      'bucket = "reports"\nrule {\n  id     = "old"\n  status = "Enabled"\n  expiration {\n    days = 365\n  }\n}',
      'bucket = "reports"\nrule {\n  id     = "old"\n  status = "Enabled"\n  abort_incomplete_multipart_upload {\n    days_after_initiation = 7\n  }\n}',
    ),
    cloudFormation: bucketCfn.whole(
      'Add `AbortIncompleteMultipartUpload` to a rule.',
      all(present('LifecycleConfiguration'), not(some('LifecycleConfiguration.Rules', present('AbortIncompleteMultipartUpload')))),
      'LifecycleConfiguration:\n  Rules:\n    - Status: Enabled\n      ExpirationInDays: 365',
      'LifecycleConfiguration:\n  Rules:\n    - Status: Enabled\n      AbortIncompleteMultipartUpload:\n        DaysAfterInitiation: 7',
    ),
  },
  {
    name: 's3-plain-requests',
    severity: 'low',
    cwe: 'CWE-319',
    title: 'Bucket that takes requests without encryption',
    optional: true,
    benchmark: 'CIS AWS 3.0 2.1.1',
    why: 'By default a bucket answers HTTP, too.',
    terraform: bucket.whole('Add a statement to its policy that denies everything where `aws:SecureTransport` is false.', all(without('aws_s3_bucket_policy', 'bucket', not(policy('policy', 'refuses-plain'))), not(policy('policy', 'refuses-plain'))), BUCKET, beside('aws_s3_bucket_policy', refusing('Deny'))),
    cloudFormation: bucketCfn.whole(
      'Add a statement to its policy that denies everything where `aws:SecureTransport` is false.',
      without('AWS::S3::BucketPolicy', 'Bucket', not(policy('PolicyDocument', 'refuses-plain'))),
      'BucketName: reports',
      'Resources:\n  Example:\n    Type: AWS::S3::Bucket\n  Policy:\n    Type: AWS::S3::BucketPolicy\n    Properties:\n      Bucket: !Ref Example\n      PolicyDocument:\n        Statement:\n          - Effect: Deny\n            Principal: "*"\n            Action: s3:*\n            Resource: !Sub ${Example.Arn}/*\n            Condition:\n              Bool:\n                aws:SecureTransport: false',
    ),
  },
  {
    ...info('s3-no-mfa-delete', 'CWE-693', 'Bucket whose versions anybody with the right deletes', 'MFA delete asks for a second factor. It is off by default.'),
    benchmark: 'CIS AWS 3.0 2.1.2',
    terraform: terraform('aws_s3_bucket_versioning').whole(
      'Set `mfa_delete = "Enabled"`.',
      isnt('versioning_configuration.mfa_delete', 'Enabled'),
      'bucket = "reports"\nversioning_configuration {\n  status = "Enabled"\n}',
      'bucket = "reports"\nmfa    = "serial 123456"\nversioning_configuration {\n  status     = "Enabled"\n  mfa_delete = "Enabled"\n}',
    ),
  },
  { ...info('s3-no-object-lock', 'CWE-693', 'Bucket whose objects can be replaced', 'Object lock keeps objects as they are for a time. It is off by default.'), terraform: terraform('aws_s3_bucket', 'bucket = "reports"').wants('object_lock_enabled', true), cloudFormation: bucketCfn.wants('ObjectLockEnabled', true) },
  {
    ...info('s3-no-replication', 'CWE-693', 'Bucket that is in one region', 'A copy in another region is there when the first fails.'),
    terraform: bucket.whole('Add `aws_s3_bucket_replication_configuration`.', all(without('aws_s3_bucket_replication_configuration', 'bucket'), absent('replication_configuration')), BUCKET, beside('aws_s3_bucket_replication_configuration', 'role = "arn"\nrule {\n  status = "Enabled"\n}')),
    cloudFormation: bucketCfn.whole('Add `ReplicationConfiguration`.', absent('ReplicationConfiguration'), 'BucketName: reports', 'BucketName: reports\nReplicationConfiguration:\n  Role: arn'),
  },
  {
    ...info('s3-no-events', 'CWE-778', 'Bucket that tells nobody of changes', 'Notifications are off by default.'),
    terraform: bucket.whole('Add `aws_s3_bucket_notification`.', without('aws_s3_bucket_notification', 'bucket'), BUCKET, beside('aws_s3_bucket_notification', 'eventbridge = true')),
    cloudFormation: bucketCfn.whole('Add `NotificationConfiguration`.', absent('NotificationConfiguration'), 'BucketName: reports', 'BucketName: reports\nNotificationConfiguration:\n  EventBridgeConfiguration:\n    EventBridgeEnabled: true'),
  },
  {
    ...info('s3-no-public-access-block', 'CWE-1188', 'Bucket that leaves public access to the default', 'New buckets block public access since April 2023, and older ones do not.'),
    benchmark: 'CIS AWS 3.0 2.1.4',
    terraform: bucket.whole('Add `aws_s3_bucket_public_access_block`.', without('aws_s3_bucket_public_access_block', 'bucket'), BUCKET, beside('aws_s3_bucket_public_access_block', BLOCKS.map((name) => `${name} = true`).join('\n'))),
    cloudFormation: bucketCfn.whole('Add `PublicAccessBlockConfiguration`.', absent('PublicAccessBlockConfiguration'), 'BucketName: reports', 'BucketName: reports\nPublicAccessBlockConfiguration:\n  BlockPublicAcls: true\n  BlockPublicPolicy: true\n  IgnorePublicAcls: true\n  RestrictPublicBuckets: true'),
  },
  {
    ...info('s3-acls-in-use', 'CWE-1188', 'Bucket that still goes by ACLs', 'With BucketOwnerEnforced, which new buckets have, policies alone say who reads what.'),
    terraform: terraform('aws_s3_bucket_ownership_controls', 'bucket = "reports"').refuses('rule.object_ownership', 'BucketOwnerPreferred', 'BucketOwnerEnforced'),
    cloudFormation: bucketCfn.whole(
      'Set `ObjectOwnership: BucketOwnerEnforced`.',
      is('OwnershipControls.Rules.ObjectOwnership', 'BucketOwnerPreferred', 'ObjectWriter'),
      'BucketName: reports\nOwnershipControls:\n  Rules:\n    - ObjectOwnership: ObjectWriter',
      'BucketName: reports\nOwnershipControls:\n  Rules:\n    - ObjectOwnership: BucketOwnerEnforced',
    ),
  },
  {
    name: 's3-regions-access-point-public',
    severity: 'medium',
    cwe: 'CWE-732',
    title: 'Access point of several regions without its block of public access',
    why: 'An access point blocks public access by default; here it is told not to, for good.',
    terraform: terraform('aws_s3control_multi_region_access_point').whole(
      'Leave the block out, or set all of it to true.',
      any(...BLOCKS.map((name) => is(`details.public_access_block.${name}`, false))),
      'details {\n  name = "a"\n  public_access_block {\n    block_public_policy = false\n  }\n}',
      'details {\n  name = "a"\n}',
    ),
    cloudFormation: cloudFormation('AWS::S3::MultiRegionAccessPoint').whole(
      'Leave the block out, or set all of it to true.',
      any(...['BlockPublicAcls', 'BlockPublicPolicy', 'IgnorePublicAcls', 'RestrictPublicBuckets'].map((name) => is(`PublicAccessBlockConfiguration.${name}`, false))),
      'Regions: []\nPublicAccessBlockConfiguration:\n  BlockPublicPolicy: false',
      'Regions: []',
    ),
  },

  ownKey('efs-own-key', 'File system', efs.needs('kms_key_id', KEY_ARN), efsCfn.needs('KmsKeyId', KEY_ARN)),
  {
    ...fewBackups(
      'efs-no-backups',
      'File system',
      terraform('aws_efs_file_system').whole(
        'Add `aws_efs_backup_policy` with `status = "ENABLED"`.',
        without('aws_efs_backup_policy', 'file_system_id', isnt('backup_policy.status', 'ENABLED')),
        'encrypted = true',
        'resource "aws_efs_file_system" "example" {\n  encrypted = true\n}\n\nresource "aws_efs_backup_policy" "example" {\n  file_system_id = aws_efs_file_system.example.id\n  backup_policy {\n    status = "ENABLED"\n  }\n}',
      ),
      efsCfn.wants('BackupPolicy.Status', 'ENABLED'),
    ),
    title: 'File system without backups',
    why: 'Automatic backups are off unless one asks for them.',
  },
  {
    ...info('efs-whole-tree', 'CWE-668', 'Access point to the whole of a file system', 'Each client of the access point sees the folders of all others. The default is `/`.'),
    terraform: entry.whole('Set `root_directory { path = … }`.', any(absent('root_directory.path'), is('root_directory.path', '/')), 'file_system_id = "fs-1"', 'file_system_id = "fs-1"\nroot_directory {\n  path = "/app"\n}'),
    cloudFormation: entryCfn.needs('RootDirectory.Path', '/app'),
  },
  { ...info('efs-any-user', 'CWE-284', 'Access point that takes the client’s word for the user', 'Without a user of its own, each client says who it is.'), terraform: entry.needs('posix_user.uid', 1000), cloudFormation: entryCfn.needs('PosixUser.Uid', '1000') },

  ownKey('fsx-own-key', 'File system', terraform(FSX, SUBNET).needs('kms_key_id', KEY_ARN), cloudFormation('AWS::FSx::FileSystem', 'FileSystemType: WINDOWS\nSubnetIds: [subnet-1]').needs('KmsKeyId', KEY_ARN, { where: not(is('FileSystemType', 'LUSTRE')) })),
  oneZone('fsx-one-zone', 'File system', terraform(['aws_fsx_windows_file_system', 'aws_fsx_ontap_file_system', 'aws_fsx_openzfs_file_system'], SUBNET).wants('deployment_type', ['MULTI_AZ_1', 'MULTI_AZ_2', 'MULTI_AZ_HA_1'])),
  noLog('fsx-no-audit-log', 'File system', terraform('aws_fsx_windows_file_system', SUBNET).wants('audit_log_configuration.file_access_audit_log_level', ['SUCCESS_AND_FAILURE', 'FAILURE_ONLY', 'SUCCESS_ONLY'])),
  { ...info('fsx-backups-untagged', 'CWE-693', 'Backups without the tags of their file system', 'Policies that go by tags do not hold for the copies. The default is false.'), terraform: terraform(['aws_fsx_windows_file_system', 'aws_fsx_openzfs_file_system'], SUBNET).wants('copy_tags_to_backups', true) },
  { ...info('fsx-no-last-backup', 'CWE-693', 'File system that is deleted without a last backup', 'A mistake in a plan loses the data for good.'), terraform: terraform(FSX, SUBNET).refuses('skip_final_backup', true, false) },

  ownKey('backup-own-key', 'Vault of backups', terraform('aws_backup_vault', 'name = "main"').needs('kms_key_arn', KEY_ARN), cloudFormation('AWS::Backup::BackupVault', 'BackupVaultName: main').needs('EncryptionKeyArn', KEY_ARN)),
  {
    ...info('backup-not-locked', 'CWE-693', 'Backups that an administrator can delete', 'Whoever takes over the account deletes them first. A lock holds for a time.'),
    terraform: terraform('aws_backup_vault').whole(
      'Add `aws_backup_vault_lock_configuration`.',
      without('aws_backup_vault_lock_configuration', 'backup_vault_name'),
      'name = "main"',
      'resource "aws_backup_vault" "example" {\n  name = "main"\n}\n\nresource "aws_backup_vault_lock_configuration" "example" {\n  backup_vault_name = aws_backup_vault.example.name\n}',
    ),
    cloudFormation: cloudFormation('AWS::Backup::BackupVault', 'BackupVaultName: main').needs('LockConfiguration.MinRetentionDays', 7),
  },

  {
    name: 'transfer-public',
    severity: 'low',
    cwe: 'CWE-668',
    title: 'File server on the internet',
    optional: true,
    why: 'It is public by default, so that anybody tries passwords on it.',
    terraform: terraform('aws_transfer_server', 'security_policy_name = "TransferSecurityPolicy-2024-01"').wants('endpoint_type', ['VPC', 'VPC_ENDPOINT']),
    cloudFormation: cloudFormation('AWS::Transfer::Server', 'Protocols: [SFTP]').wants('EndpointType', ['VPC', 'VPC_ENDPOINT']),
  },
  noLog(
    'transfer-no-log',
    'File server',
    terraform('aws_transfer_server').whole(
      'Set `structured_log_destinations`, or `logging_role`.',
      all(absent('logging_role'), absent('structured_log_destinations')),
      'security_policy_name = "TransferSecurityPolicy-2024-01"',
      'security_policy_name        = "TransferSecurityPolicy-2024-01"\nstructured_log_destinations = ["arn:aws:logs:eu-west-1:111122223333:log-group:t:*"]',
    ),
    cloudFormation('AWS::Transfer::Server').whole('Set `StructuredLogDestinations`, or `LoggingRole`.', all(absent('LoggingRole'), absent('StructuredLogDestinations')), 'Protocols: [SFTP]', 'Protocols: [SFTP]\nLoggingRole: arn:aws:iam::111122223333:role/log'),
  ),
  noLog(
    'datasync-no-log',
    'Task that copies files',
    terraform('aws_datasync_task', 'source_location_arn = "arn"\ndestination_location_arn = "arn"').needs('cloudwatch_log_group_arn', 'arn:aws:logs:eu-west-1:111122223333:log-group:t'),
    cloudFormation('AWS::DataSync::Task', 'SourceLocationArn: arn\nDestinationLocationArn: arn').needs('CloudWatchLogGroupArn', 'arn:aws:logs:eu-west-1:111122223333:log-group:t'),
  ),
  written('datasync-password', 'Password of a place of files', terraform(['aws_datasync_location_smb', 'aws_datasync_location_fsx_windows_file_system'], 'user = "app"').hides('password', { also: [{ on: 'aws_datasync_location_object_storage', breaks: { op: 'secret', path: 'secret_key' } }] })),
  {
    name: 'storage-gateway-open',
    severity: 'medium',
    cwe: 'CWE-284',
    title: 'Share that every client mounts',
    why: 'NFS asks for no login: the list of clients is all that keeps others out.',
    terraform: share.whole('Name the networks of its clients.', world('client_list'), 'client_list = ["0.0.0.0/0"]', 'client_list = ["10.0.0.0/24"]'),
    cloudFormation: cloudFormation('AWS::StorageGateway::NFSFileShare').whole('Name the networks of its clients.', world('ClientList'), 'ClientList: [0.0.0.0/0]', 'ClientList: [10.0.0.0/24]'),
  },
  { name: 'storage-gateway-guests', severity: 'medium', cwe: 'CWE-306', title: 'Share for guests', why: 'All guests share one password, and nobody knows who did what.', terraform: terraform('aws_storagegateway_smb_file_share', 'gateway_arn = "arn"').refuses('authentication', 'GuestAccess', 'ActiveDirectory') },
  {
    name: 'storage-gateway-clients-decide',
    severity: 'low',
    cwe: 'CWE-319',
    title: 'Share whose clients say whether it is encrypted',
    why: 'With ClientSpecified a client may ask for no signature and no encryption.',
    terraform: terraform('aws_storagegateway_gateway', 'gateway_name = "g"').refuses('smb_security_strategy', 'ClientSpecified', 'MandatoryEncryption'),
  },
  ownKey('storage-gateway-own-key', 'Share', terraform(['aws_storagegateway_nfs_file_share', 'aws_storagegateway_smb_file_share'], 'gateway_arn = "arn"').wants('kms_encrypted', true)),
];

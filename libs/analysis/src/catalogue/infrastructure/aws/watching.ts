import { absent, all, any, below, is, isnt, matches, not, policy, present, without } from '../condition';
import { type AwsRow, KEY_ARN, cloudFormation, noLog, ownKey, terraform, unprotected } from './row';

const TRAIL = 'name = "t"\ns3_bucket_name = "logs"\nis_multi_region_trail = true\nenable_log_file_validation = true';
const trail = terraform('aws_cloudtrail', TRAIL);
const TRAIL_CFN = 'S3BucketName: logs\nIsLogging: true\nIsMultiRegionTrail: true\nEnableLogFileValidation: true';
const trailCfn = cloudFormation('AWS::CloudTrail::Trail', TRAIL_CFN);
const logGroup = terraform('aws_cloudwatch_log_group', 'name = "l"\nretention_in_days = 365');
const logGroupCfn = cloudFormation('AWS::Logs::LogGroup', 'LogGroupName: l\nRetentionInDays: 365');
const ALARM = 'alarm_name = "a"\ncomparison_operator = "GreaterThanThreshold"\nevaluation_periods = 1';
const ALARM_CFN = 'ComparisonOperator: GreaterThanThreshold\nEvaluationPeriods: 1';
const forAnyone = (path: string, action: string, principal: string) => `${path} = jsonencode({\n  Statement = [{\n    Effect    = "Allow"\n    Principal = ${principal}\n    Action    = "${action}"\n    Resource  = "*"\n  }]\n})`;
const ACCOUNT = '{ AWS = "arn:aws:iam::111122223333:root" }';
const SESSION = (log: string) => `name            = "SSM-SessionManagerRunShell"\ndocument_type   = "Session"\ndocument_format = "JSON"\ncontent = jsonencode({\n  schemaVersion = "1.0"\n  sessionType   = "Standard_Stream"\n  inputs = {\n    s3BucketName = "${log}"\n    kmsKeyId     = "${KEY_ARN}"\n  }\n})`;
const SESSION_CFN = (log: string) => `DocumentType: Session\nContent:\n  schemaVersion: '1.0'\n  sessionType: Standard_Stream\n  inputs:\n    s3BucketName: '${log}'\n    kmsKeyId: ${KEY_ARN}`;

const info = (name: string, cwe: string, title: string, why: string) => ({ name, severity: 'info', cwe, title, why, optional: true }) as const;

export const watchingRows: readonly AwsRow[] = [
  { ...ownKey('cloudtrail-own-key', 'Trail', trail.needs('kms_key_id', KEY_ARN), trailCfn.needs('KMSKeyId', KEY_ARN)), benchmark: 'CIS AWS 3.0 3.5' },
  { ...info('cloudtrail-not-in-cloudwatch', 'CWE-778', 'Trail that alarms nobody', 'Alarms go by logs of CloudWatch; a trail in a bucket is read afterwards.'), terraform: trail.needs('cloud_watch_logs_group_arn', 'arn'), cloudFormation: trailCfn.needs('CloudWatchLogsLogGroupArn', 'arn') },
  { ...info('cloudtrail-tells-nobody', 'CWE-778', 'Trail that tells nobody of new logs', 'A topic hears of each file.'), terraform: trail.needs('sns_topic_name', 't'), cloudFormation: trailCfn.needs('SnsTopicName', 't') },
  {
    name: 'cloudtrail-no-management',
    severity: 'low',
    cwe: 'CWE-778',
    title: 'Trail without the changes of the account',
    why: 'Who made, changed and deleted what is not recorded. It is by default.',
    terraform: trail.refuses('event_selector.include_management_events', false, true),
    cloudFormation: trailCfn.whole('Leave `IncludeManagementEvents` out.', is('EventSelectors.IncludeManagementEvents', false), `${TRAIL_CFN}\nEventSelectors:\n  - IncludeManagementEvents: false`, TRAIL_CFN),
  },
  {
    name: 'cloudtrail-no-global',
    severity: 'low',
    cwe: 'CWE-778',
    title: 'Trail without the services of all regions',
    why: 'Changes of IAM and of CloudFront are not recorded. They are by default.',
    terraform: trail.refuses('include_global_service_events', false, true),
    cloudFormation: trailCfn.refuses('IncludeGlobalServiceEvents', false, true),
  },
  {
    ...info('cloudtrail-no-data', 'CWE-778', 'Trail without reads of objects', 'Who read what from a bucket is not recorded by default.'),
    benchmark: 'CIS AWS 3.0 3.9',
    terraform: trail.whole(
      'Add `event_selector` for `AWS::S3::Object`.',
      all(absent('event_selector'), absent('advanced_event_selector')),
      'name                  = "t"\nis_multi_region_trail = true',
      'name                  = "t"\nis_multi_region_trail = true\nevent_selector {\n  data_resource {\n    type   = "AWS::S3::Object"\n    values = ["arn:aws:s3"]\n  }\n}',
    ),
    cloudFormation: trailCfn.whole('Add `EventSelectors` for `AWS::S3::Object`.', all(absent('EventSelectors'), absent('AdvancedEventSelectors')), TRAIL_CFN, `${TRAIL_CFN}\nEventSelectors:\n  - DataResources:\n      - Type: AWS::S3::Object\n        Values: [arn:aws:s3]`),
  },
  ownKey('event-store-own-key', 'Store of events', terraform('aws_cloudtrail_event_data_store', 'name = "e"').needs('kms_key_id', KEY_ARN), cloudFormation('AWS::CloudTrail::EventDataStore', 'Name: e').needs('KmsKeyId', KEY_ARN)),
  {
    ...unprotected('event-store-no-protection', 'Store of events', terraform('aws_cloudtrail_event_data_store', 'name = "e"').refuses('termination_protection_enabled', false, true), cloudFormation('AWS::CloudTrail::EventDataStore', 'Name: e').refuses('TerminationProtectionEnabled', false, true)),
    why: 'Protection is on by default; here it is turned off.',
  },
  ownKey('log-own-key', 'Log', logGroup.needs('kms_key_id', KEY_ARN), logGroupCfn.needs('KmsKeyId', KEY_ARN)),
  {
    ...info('log-kept-briefly', 'CWE-778', 'Log that is kept for less than a year', 'Intrusions are often found after months.'),
    terraform: terraform('aws_cloudwatch_log_group', 'name = "l"').whole('Set `retention_in_days = 365`.', all(below('retention_in_days', 365), not(is('retention_in_days', 0))), 'name              = "l"\nretention_in_days = 30', 'name              = "l"\nretention_in_days = 365'),
    cloudFormation: cloudFormation('AWS::Logs::LogGroup', 'LogGroupName: l').whole('Set `RetentionInDays: 365`.', below('RetentionInDays', 365), 'RetentionInDays: 30', 'RetentionInDays: 365'),
  },
  {
    ...info('alarm-off', 'CWE-778', 'Alarm that is turned off', 'It rings, and nobody hears.'),
    terraform: terraform(['aws_cloudwatch_metric_alarm', 'aws_cloudwatch_composite_alarm'], `${ALARM}\nalarm_actions = ["arn"]`).refuses('actions_enabled', false, true),
    cloudFormation: cloudFormation(['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm'], `${ALARM_CFN}\nAlarmActions: [arn]`).refuses('ActionsEnabled', false, true),
  },
  {
    ...info('alarm-for-nobody', 'CWE-778', 'Alarm that tells nobody', 'It has no action.'),
    terraform: terraform('aws_cloudwatch_metric_alarm').whole('Set `alarm_actions`.', all(absent('alarm_actions'), absent('ok_actions'), absent('insufficient_data_actions')), 'alarm_name = "a"', 'alarm_name    = "a"\nalarm_actions = ["arn"]'),
    cloudFormation: cloudFormation('AWS::CloudWatch::Alarm').whole('Set `AlarmActions`.', all(absent('AlarmActions'), absent('OKActions'), absent('InsufficientDataActions')), ALARM_CFN, `${ALARM_CFN}\nAlarmActions: [arn]`),
  },
  {
    name: 'log-for-anyone',
    severity: 'high',
    cwe: 'CWE-732',
    title: 'Log that every account may write to or read',
    why: 'The principal `*` without a condition is everybody with an AWS account.',
    terraform: terraform('aws_cloudwatch_log_resource_policy').whole('Name services or accounts, or add a condition.', policy('policy_document', 'anyone'), forAnyone('policy_document', 'logs:PutLogEvents', '"*"'), forAnyone('policy_document', 'logs:PutLogEvents', ACCOUNT), [
      { on: 'aws_cloudwatch_log_destination_policy', breaks: policy('access_policy', 'anyone') },
    ]),
  },
  ownKey('canary-own-key', 'What a canary keeps', terraform('aws_synthetics_canary', 'name = "c"').needs('artifact_config.s3_encryption.kms_key_arn', KEY_ARN)),

  {
    ...info('config-no-global', 'CWE-778', 'Recorder without the resources of all regions', 'Changes of users and roles are not recorded by default.'),
    terraform: terraform('aws_config_configuration_recorder', 'name = "r"').wants('recording_group.include_global_resource_types', true, { where: absent('recording_group.recording_strategy') }),
    cloudFormation: cloudFormation('AWS::Config::ConfigurationRecorder', 'RoleARN: arn').wants('RecordingGroup.IncludeGlobalResourceTypes', true, { where: absent('RecordingGroup.RecordingStrategy') }),
  },
  { name: 'config-off', severity: 'low', cwe: 'CWE-778', title: 'Recorder that is turned off', why: 'Changes of resources are not recorded.', terraform: terraform('aws_config_configuration_recorder_status', 'name = "r"').refuses('is_enabled', false, true) },
  {
    ...info('config-some-regions', 'CWE-778', 'View of some regions', 'What happens in another region is not seen.'),
    terraform: terraform('aws_config_configuration_aggregator').whole(
      'Set `all_regions = true`.',
      any(all(present('account_aggregation_source'), isnt('account_aggregation_source.all_regions', true)), all(present('organization_aggregation_source'), isnt('organization_aggregation_source.all_regions', true))),
      'name = "a"\naccount_aggregation_source {\n  account_ids = ["111122223333"]\n  regions     = ["eu-west-1"]\n}',
      'name = "a"\naccount_aggregation_source {\n  account_ids = ["111122223333"]\n  all_regions = true\n}',
    ),
  },
  ownKey('config-own-key', 'Changes of resources', terraform('aws_config_delivery_channel', 's3_bucket_name = "logs"').needs('s3_kms_key_arn', KEY_ARN), cloudFormation('AWS::Config::DeliveryChannel', 'S3BucketName: logs').needs('S3KmsKeyArn', KEY_ARN)),
  {
    name: 'guardduty-blind',
    severity: 'low',
    cwe: 'CWE-778',
    title: 'Watch that looks away',
    why: 'A part of GuardDuty is told to be off.',
    terraform: terraform('aws_guardduty_detector_feature', 'detector_id = "d"\nname = "S3_DATA_EVENTS"').refuses('status', 'DISABLED', 'ENABLED', {
      also: [{ on: 'aws_guardduty_detector', breaks: any(is('datasources.s3_logs.enable', false), is('datasources.kubernetes.audit_logs.enable', false), is('datasources.malware_protection.scan_ec2_instance_with_findings.ebs_volumes.enable', false)) }],
    }),
    cloudFormation: cloudFormation('AWS::GuardDuty::Detector', 'Enable: true').refuses('DataSources.S3Logs.Enable', false, true, { also: [{ on: 'AWS::GuardDuty::Detector', breaks: is('Features.Status', 'DISABLED') }] }),
  },
  { ...info('guardduty-new-accounts', 'CWE-778', 'New accounts that nobody watches', 'An account that joins is not watched until somebody thinks of it.'), terraform: terraform('aws_guardduty_organization_configuration', 'detector_id = "d"').refuses('auto_enable_organization_members', 'NONE', 'ALL') },
  {
    name: 'macie-paused',
    severity: 'low',
    cwe: 'CWE-778',
    title: 'Watch of buckets that is paused',
    why: 'Nobody looks for personal data and keys in buckets.',
    terraform: terraform('aws_macie2_account').refuses('status', 'PAUSED', 'ENABLED'),
    cloudFormation: cloudFormation('AWS::Macie::Session').refuses('Status', 'PAUSED', 'ENABLED'),
  },

  {
    name: 'document-for-anyone',
    severity: 'high',
    cwe: 'CWE-732',
    title: 'Script of Systems Manager for every account',
    why: 'Scripts have names of machines, paths and secrets.',
    terraform: terraform('aws_ssm_document').whole(
      'Name accounts.',
      is('permissions.account_ids', 'all'),
      'name          = "d"\ndocument_type = "Command"\npermissions = {\n  type        = "Share"\n  account_ids = "All"\n}',
      'name          = "d"\ndocument_type = "Command"\npermissions = {\n  type        = "Share"\n  account_ids = "111122223333"\n}',
    ),
  },
  {
    name: 'documents-public-allowed',
    severity: 'medium',
    cwe: 'CWE-732',
    title: 'Public scripts of Systems Manager allowed',
    why: 'Anybody who may share a document may share it with everybody.',
    terraform: terraform('aws_ssm_service_setting').whole(
      'Set it to `Disable`.',
      all(matches('setting_id', /\/ssm\/documents\/console\/public-sharing-permission$/), is('setting_value', 'Enable')),
      'setting_id    = "arn:aws:ssm:eu-west-1:111122223333:servicesetting/ssm/documents/console/public-sharing-permission"\nsetting_value = "Enable"',
      'setting_id    = "arn:aws:ssm:eu-west-1:111122223333:servicesetting/ssm/documents/console/public-sharing-permission"\nsetting_value = "Disable"',
    ),
  },
  noLog(
    'session-no-log',
    'Session on a machine',
    terraform('aws_ssm_document').whole(
      'Set `s3BucketName` or `cloudWatchLogGroupName`.',
      all(is('document_type', 'Session'), any(absent('content.inputs.s3BucketName'), is('content.inputs.s3BucketName', '')), any(absent('content.inputs.cloudWatchLogGroupName'), is('content.inputs.cloudWatchLogGroupName', ''))),
      SESSION(''),
      SESSION('logs'),
    ),
    cloudFormation('AWS::SSM::Document').whole(
      'Set `s3BucketName` or `cloudWatchLogGroupName`.',
      all(is('DocumentType', 'Session'), any(absent('Content.inputs.s3BucketName'), is('Content.inputs.s3BucketName', '')), any(absent('Content.inputs.cloudWatchLogGroupName'), is('Content.inputs.cloudWatchLogGroupName', ''))),
      SESSION_CFN(''),
      SESSION_CFN('logs'),
    ),
  ),
  ownKey(
    'session-own-key',
    'Session on a machine',
    terraform('aws_ssm_document').whole('Set `kmsKeyId`.', all(is('document_type', 'Session'), any(absent('content.inputs.kmsKeyId'), is('content.inputs.kmsKeyId', ''))), SESSION('logs').replace(KEY_ARN, ''), SESSION('logs')),
    cloudFormation('AWS::SSM::Document').whole('Set `kmsKeyId`.', all(is('DocumentType', 'Session'), any(absent('Content.inputs.kmsKeyId'), is('Content.inputs.kmsKeyId', ''))), SESSION_CFN('logs').replace(KEY_ARN, "''"), SESSION_CFN('logs')),
  ),
  {
    name: 'parameter-in-the-clear',
    severity: 'low',
    cwe: 'CWE-311',
    title: 'Secret that is kept as a plain text',
    why: 'Everybody who may read parameters has it, and it stands in the console.',
    terraform: terraform('aws_ssm_parameter').whole(
      'Set `type = "SecureString"`.',
      all(matches('name', /(?:^|[/_.-])(?:password|passwd|secret|private[_-]?key|api[_-]?key|auth[_-]?token|access[_-]?token)$/i), is('type', 'String')),
      'name  = "/app/db/password"\ntype  = "String"\nvalue = var.password',
      'name  = "/app/db/password"\ntype  = "SecureString"\nvalue = var.password',
    ),
  },
  ownKey('parameter-own-key', 'Secret parameter', terraform('aws_ssm_parameter', 'name = "/app/db/login"\ntype = "SecureString"\nvalue = "x"').needs('key_id', KEY_ARN, { where: is('type', 'SecureString') })),
  ownKey('inventory-own-key', 'Inventory of machines', terraform('aws_ssm_resource_data_sync', 'name = "i"').whole('Set `s3_destination { kms_key_arn = … }`.', absent('s3_destination.kms_key_arn'), 's3_destination {\n  bucket_name = "b"\n}', `s3_destination {\n  bucket_name = "b"\n  kms_key_arn = "${KEY_ARN}"\n}`)),
  ownKey('xray-own-key', 'Traces', terraform('aws_xray_encryption_config').refuses('type', 'NONE', 'KMS')),
  noLog(
    'directory-no-log',
    'Directory',
    terraform('aws_directory_service_directory').whole(
      'Add `aws_directory_service_log_subscription`.',
      all(not(is('type', 'ADConnector', 'SimpleAD')), without('aws_directory_service_log_subscription', 'directory_id')),
      'name = "corp.example.com"\ntype = "MicrosoftAD"',
      'resource "aws_directory_service_directory" "example" {\n  name = "corp.example.com"\n  type = "MicrosoftAD"\n}\n\nresource "aws_directory_service_log_subscription" "example" {\n  directory_id   = aws_directory_service_directory.example.id\n  log_group_name = "directory"\n}',
    ),
  ),
];

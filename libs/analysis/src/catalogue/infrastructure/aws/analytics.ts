import { absent, all, any, is, isnt, matches, policy, present, secret } from '../condition';
import { type AwsRow, KEY_ARN, cloudFormation, noLog, ownKey, plainStore, plainWay, terraform, unprotected, written } from './row';

const workgroup = terraform('aws_athena_workgroup', 'name = "w"');
const workgroupCfn = cloudFormation('AWS::Athena::WorkGroup', 'Name: w');
const JOBS = ['aws_glue_job', 'aws_glue_crawler', 'aws_glue_dev_endpoint'];
const job = terraform('aws_glue_job', 'name = "j"\nrole_arn = "arn"');
const jobCfn = cloudFormation('AWS::Glue::Job', 'Role: arn');
const SAFE = 'encryption_configuration {\n  s3_encryption {\n    s3_encryption_mode = "SSE-KMS"\n  }\n}';
const emr = terraform('aws_emr_cluster', 'name = "c"\nrelease_label = "emr-7.5.0"\nservice_role = "arn"');
const emrCfn = cloudFormation('AWS::EMR::Cluster', 'Name: c\nReleaseLabel: emr-7.5.0');
const AIRFLOW_LOGS = ['dag_processing_logs', 'scheduler_logs', 'task_logs', 'webserver_logs', 'worker_logs'];
const AIRFLOW_LOGS_CFN = ['DagProcessingLogs', 'SchedulerLogs', 'TaskLogs', 'WebserverLogs', 'WorkerLogs'];
const forAnyone = (principal: string) => `policy = jsonencode({\n  Statement = [{\n    Effect    = "Allow"\n    Principal = ${principal}\n    Action    = "glue:*"\n    Resource  = "*"\n  }]\n})`;

export const analyticsRows: readonly AwsRow[] = [
  {
    ...plainStore('athena-results-unencrypted', 'Results of queries', 'low', workgroup.needs('configuration.result_configuration.encryption_configuration.encryption_option', 'SSE_KMS'), workgroupCfn.needs('WorkGroupConfiguration.ResultConfiguration.EncryptionConfiguration.EncryptionOption', 'SSE_KMS')),
    optional: true,
  },
  ownKey('athena-own-key', 'Results of queries', workgroup.refuses('configuration.result_configuration.encryption_configuration.encryption_option', 'SSE_S3', 'SSE_KMS'), workgroupCfn.refuses('WorkGroupConfiguration.ResultConfiguration.EncryptionConfiguration.EncryptionOption', 'SSE_S3', 'SSE_KMS')),
  { ...noLog('athena-not-measured', 'Use of queries', workgroup.refuses('configuration.publish_cloudwatch_metrics_enabled', false, true), workgroupCfn.refuses('WorkGroupConfiguration.PublishCloudWatchMetricsEnabled', false, true)), why: 'Measures are published by default; here they are turned off.' },
  { name: 'athena-clients-decide', severity: 'low', cwe: 'CWE-693', title: 'Queries whose clients say where results go', why: 'A client may turn encryption off, or write elsewhere.', cloudFormation: workgroupCfn.refuses('WorkGroupConfiguration.EnforceWorkGroupConfiguration', false, true) },

  plainStore(
    'glue-catalog-unencrypted',
    'Catalogue of data',
    'low',
    terraform('aws_glue_data_catalog_encryption_settings').refuses('data_catalog_encryption_settings.encryption_at_rest.catalog_encryption_mode', 'DISABLED', 'SSE-KMS'),
    cloudFormation('AWS::Glue::DataCatalogEncryptionSettings', "CatalogId: '111122223333'").refuses('DataCatalogEncryptionSettings.EncryptionAtRest.CatalogEncryptionMode', 'DISABLED', 'SSE-KMS'),
  ),
  {
    name: 'glue-catalog-plain-passwords',
    severity: 'low',
    cwe: 'CWE-311',
    title: 'Catalogue of data that keeps passwords plain',
    why: 'Everybody who may read a connection has its password.',
    cloudFormation: cloudFormation('AWS::Glue::DataCatalogEncryptionSettings', "CatalogId: '111122223333'").refuses('DataCatalogEncryptionSettings.ConnectionPasswordEncryption.ReturnConnectionPasswordEncrypted', false, true),
  },
  plainStore(
    'glue-jobs-unencrypted',
    'What jobs write',
    'low',
    terraform('aws_glue_security_configuration').whole(
      'Name a mode with a key for each.',
      any(is('encryption_configuration.s3_encryption.s3_encryption_mode', 'DISABLED'), is('encryption_configuration.cloudwatch_encryption.cloudwatch_encryption_mode', 'DISABLED'), is('encryption_configuration.job_bookmarks_encryption.job_bookmarks_encryption_mode', 'DISABLED')),
      SAFE.replace('SSE-KMS', 'DISABLED'),
      SAFE,
    ),
    cloudFormation('AWS::Glue::SecurityConfiguration', 'Name: s').refuses('EncryptionConfiguration.S3Encryptions.S3EncryptionMode', 'DISABLED', 'SSE-KMS', { where: present('EncryptionConfiguration') }),
  ),
  {
    ...plainStore(
      'glue-no-security-configuration',
      'Job',
      'low',
      terraform(JOBS, 'name = "j"').needs('security_configuration', 'encrypted'),
      jobCfn.needs('SecurityConfiguration', 'encrypted', {
        also: [
          { on: 'AWS::Glue::Crawler', breaks: absent('CrawlerSecurityConfiguration') },
          { on: 'AWS::Glue::DevEndpoint', breaks: absent('SecurityConfiguration') },
        ],
      }),
    ),
    optional: true,
    severity: 'info',
    title: 'Job without a security configuration',
    why: 'Logs, bookmarks and what it writes are then as the bucket and the account have them.',
  },
  {
    ...noLog(
      'glue-no-log',
      'Job',
      job.whole('Set `"--enable-continuous-cloudwatch-log" = "true"` in `default_arguments`.', isnt('default_arguments.--enable-continuous-cloudwatch-log', true), 'name = "j"', 'name              = "j"\ndefault_arguments = { "--enable-continuous-cloudwatch-log" = "true" }', []),
      jobCfn.whole('Set `--enable-continuous-cloudwatch-log` in `DefaultArguments`.', isnt('DefaultArguments.--enable-continuous-cloudwatch-log', true), 'Role: arn', 'Role: arn\nDefaultArguments:\n  --enable-continuous-cloudwatch-log: true'),
    ),
    why: 'Logs come after the job has ended, if at all.',
  },
  {
    name: 'glue-old-version',
    severity: 'low',
    cwe: 'CWE-1104',
    title: 'Job on a version that AWS has given up',
    why: 'Versions before 3 get no fixes.',
    terraform: job.whole('Set `glue_version = "5.0"`.', matches('glue_version', /^(?:0\.9|[12]\.0)$/), 'name         = "j"\nglue_version = "1.0"', 'name         = "j"\nglue_version = "5.0"'),
    cloudFormation: jobCfn.whole("Set `GlueVersion: '5.0'`.", matches('GlueVersion', /^(?:0\.9|[12](?:\.0)?)$/), "Role: arn\nGlueVersion: '1.0'", "Role: arn\nGlueVersion: '5.0'"),
  },
  {
    name: 'glue-for-anyone',
    severity: 'high',
    cwe: 'CWE-732',
    title: 'Catalogue of data for every account',
    why: 'The principal `*` without a condition is everybody with an AWS account.',
    terraform: terraform('aws_glue_resource_policy').whole('Name accounts.', policy('policy', 'anyone'), forAnyone('"*"'), forAnyone('{ AWS = "arn:aws:iam::111122223333:root" }')),
  },
  written(
    'glue-password',
    'Password of a connection',
    terraform('aws_glue_connection', 'name = "c"').whole('Revoke it, and set `SECRET_ID`.', secret('connection_properties.PASSWORD'), 'name = "c"\nconnection_properties = {\n  USERNAME = "app"\n  PASSWORD = "q9Zt4LrVb1XeYw0H"\n}', 'name = "c"\nconnection_properties = {\n  SECRET_ID = "db"\n}'),
    cloudFormation('AWS::Glue::Connection', 'CatalogId: c').hides('ConnectionInput.ConnectionProperties.PASSWORD'),
  ),
  {
    ...plainWay(
      'glue-plain-connection',
      'Connection to a database',
      'low',
      terraform('aws_glue_connection').whole(
        'Set `JDBC_ENFORCE_SSL = "true"`.',
        all(present('connection_properties.JDBC_CONNECTION_URL'), isnt('connection_properties.JDBC_ENFORCE_SSL', true)),
        'connection_properties = {\n  JDBC_CONNECTION_URL = "jdbc:mysql://db.example.com/a"\n}',
        'connection_properties = {\n  JDBC_CONNECTION_URL = "jdbc:mysql://db.example.com/a"\n  JDBC_ENFORCE_SSL    = "true"\n}',
      ),
    ),
    optional: true,
  },

  plainWay(
    'emr-plain-connections',
    'Machines of a cluster',
    'medium',
    terraform('aws_emr_security_configuration').whole(
      'Set `EnableInTransitEncryption` to true.',
      matches('configuration', /"EnableInTransitEncryption"\s*:\s*false/),
      'configuration = jsonencode({ EncryptionConfiguration = { EnableInTransitEncryption = false, EnableAtRestEncryption = true } })',
      'configuration = jsonencode({ EncryptionConfiguration = { EnableInTransitEncryption = true, EnableAtRestEncryption = true } })',
    ),
    cloudFormation('AWS::EMR::SecurityConfiguration').refuses('SecurityConfiguration.EncryptionConfiguration.EnableInTransitEncryption', false, true),
  ),
  plainStore(
    'emr-unencrypted',
    'Cluster',
    'medium',
    terraform('aws_emr_security_configuration').whole(
      'Set `EnableAtRestEncryption` to true.',
      matches('configuration', /"EnableAtRestEncryption"\s*:\s*false/),
      'configuration = jsonencode({ EncryptionConfiguration = { EnableInTransitEncryption = true, EnableAtRestEncryption = false } })',
      'configuration = jsonencode({ EncryptionConfiguration = { EnableInTransitEncryption = true, EnableAtRestEncryption = true } })',
    ),
    cloudFormation('AWS::EMR::SecurityConfiguration').refuses('SecurityConfiguration.EncryptionConfiguration.EnableAtRestEncryption', false, true),
  ),
  {
    name: 'emr-no-security-configuration',
    severity: 'low',
    cwe: 'CWE-311',
    title: 'Cluster without a security configuration',
    optional: true,
    why: 'Disks and connections are plain by default.',
    terraform: emr.needs('security_configuration', 'encrypted'),
    cloudFormation: emrCfn.needs('SecurityConfiguration', 'encrypted'),
  },
  noLog('emr-no-log', 'Cluster', emr.needs('log_uri', 's3://logs/'), emrCfn.needs('LogUri', 's3://logs/')),
  {
    name: 'emr-old-release',
    severity: 'low',
    cwe: 'CWE-1104',
    title: 'Cluster of a release that AWS has given up',
    why: 'Known holes stay open.',
    terraform: terraform('aws_emr_cluster').whole('Set `release_label` to one of `emr-7`.', matches('release_label', /^emr-[1-4]\./), 'release_label = "emr-4.9.6"', 'release_label = "emr-7.5.0"'),
    cloudFormation: emrCfn.whole('Set `ReleaseLabel` to one of `emr-7`.', matches('ReleaseLabel', /^emr-[1-4]\./), 'Name: c\nReleaseLabel: emr-4.9.6', 'Name: c\nReleaseLabel: emr-7.5.0'),
  },
  unprotected('emr-no-termination-protection', 'Cluster', emr.wants('termination_protection', true), emrCfn.wants('Instances.TerminationProtected', true)),

  {
    name: 'airflow-public',
    severity: 'low',
    cwe: 'CWE-668',
    title: 'Airflow on the internet',
    why: 'Its page has the rights of all its jobs, and only a login is in front of it. The default is private.',
    terraform: terraform('aws_mwaa_environment', 'name = "a"').refuses('webserver_access_mode', 'PUBLIC_ONLY', 'PRIVATE_ONLY'),
    cloudFormation: cloudFormation('AWS::MWAA::Environment', 'Name: a').refuses('WebserverAccessMode', 'PUBLIC_ONLY', 'PRIVATE_ONLY'),
  },
  ownKey('airflow-own-key', 'Airflow', terraform('aws_mwaa_environment', 'name = "a"').needs('kms_key', KEY_ARN), cloudFormation('AWS::MWAA::Environment', 'Name: a').needs('KmsKey', KEY_ARN)),
  noLog(
    'airflow-no-log',
    'Airflow',
    terraform('aws_mwaa_environment').whole(
      'Enable each of its logs in `logging_configuration`.',
      any(...AIRFLOW_LOGS.map((log) => isnt(`logging_configuration.${log}.enabled`, true))),
      'name = "a"',
      `name = "a"\nlogging_configuration {\n${AIRFLOW_LOGS.map((log) => `  ${log} {\n    enabled = true\n  }`).join('\n')}\n}`,
    ),
    cloudFormation('AWS::MWAA::Environment').whole('Enable each of its logs in `LoggingConfiguration`.', any(...AIRFLOW_LOGS_CFN.map((log) => isnt(`LoggingConfiguration.${log}.Enabled`, true))), 'Name: a', `Name: a\nLoggingConfiguration:\n${AIRFLOW_LOGS_CFN.map((log) => `  ${log}:\n    Enabled: true`).join('\n')}`),
  ),
  ownKey('appflow-own-key', 'Flow of data', terraform('aws_appflow_flow', 'name = "f"').needs('kms_arn', KEY_ARN, { also: [{ on: 'aws_appflow_connector_profile', breaks: absent('kms_arn') }] }), cloudFormation(['AWS::AppFlow::Flow', 'AWS::AppFlow::ConnectorProfile'], 'FlowName: f').needs('KMSArn', KEY_ARN)),
  ownKey('kendra-own-key', 'Index', terraform('aws_kendra_index', 'name = "i"\nrole_arn = "arn"').needs('server_side_encryption_configuration.kms_key_id', KEY_ARN), cloudFormation('AWS::Kendra::Index', 'Name: i\nRoleArn: arn').needs('ServerSideEncryptionConfiguration.KmsKeyId', KEY_ARN)),
  plainWay('cloudsearch-plain-http', 'Searches', 'medium', terraform('aws_cloudsearch_domain', 'name = "d"').wants('endpoint_options.enforce_https', true)),
  {
    name: 'cloudsearch-old-tls',
    severity: 'low',
    cwe: 'CWE-327',
    title: 'Searches by an old TLS',
    why: 'TLS 1.0 has known holes.',
    terraform: terraform('aws_cloudsearch_domain').whole(
      'Set `tls_security_policy = "Policy-Min-TLS-1-2-2019-07"`.',
      is('endpoint_options.tls_security_policy', 'Policy-Min-TLS-1-0-2019-07'),
      'endpoint_options {\n  enforce_https       = true\n  tls_security_policy = "Policy-Min-TLS-1-0-2019-07"\n}',
      'endpoint_options {\n  enforce_https       = true\n  tls_security_policy = "Policy-Min-TLS-1-2-2019-07"\n}',
    ),
  },
  {
    name: 'lake-everybody-in-iam',
    severity: 'low',
    cwe: 'CWE-732',
    title: 'Lake of data that goes by IAM alone',
    optional: true,
    why: 'The group IAMAllowedPrincipals is every user that has a right of Glue.',
    terraform: terraform('aws_lakeformation_permissions', 'permissions = ["ALL"]').refuses('principal', 'IAM_ALLOWED_PRINCIPALS', 'arn:aws:iam::111122223333:role/app'),
  },
  plainStore(
    'connect-unencrypted',
    'What a call centre keeps',
    'low',
    terraform('aws_connect_instance_storage_config').whole(
      'Add `encryption_config`.',
      absent('storage_config.s3_config.encryption_config'),
      'storage_config {\n  storage_type = "S3"\n  s3_config {\n    bucket_name   = "b"\n    bucket_prefix = "p"\n  }\n}',
      `storage_config {\n  storage_type = "S3"\n  s3_config {\n    bucket_name   = "b"\n    bucket_prefix = "p"\n    encryption_config {\n      encryption_type = "KMS"\n      key_id          = "${KEY_ARN}"\n    }\n  }\n}`,
    ),
  ),
];

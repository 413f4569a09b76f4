import { absent, all, any, is, isnt, matches, policy, secret, some, without } from '../condition';
import { type AwsRow, KEY_ARN, cloudFormation, noLog, noUpgrades, oneZone, open, ownKey, plainWay, terraform, written } from './row';

const queue = terraform('aws_sqs_queue', 'name = "q"');
const queueCfn = cloudFormation('AWS::SQS::Queue', 'QueueName: q');
const BROKER = 'broker_name = "b"\nengine_type = "ActiveMQ"\nhost_instance_type = "mq.m5.large"';
const broker = terraform('aws_mq_broker', BROKER);
const BROKER_CFN = 'BrokerName: b\nEngineType: ACTIVEMQ\nHostInstanceType: mq.m5.large';
const brokerCfn = cloudFormation('AWS::AmazonMQ::Broker', BROKER_CFN);
const msk = terraform('aws_msk_cluster', 'cluster_name = "k"\nkafka_version = "3.8.x"\nnumber_of_broker_nodes = 3');
const mskCfn = cloudFormation('AWS::MSK::Cluster', 'ClusterName: k\nKafkaVersion: 3.8.x\nNumberOfBrokerNodes: 3');
const FIREHOSE = 'name = "f"\ndestination = "extended_s3"';
const firehose = terraform('aws_kinesis_firehose_delivery_stream', FIREHOSE);
const FIREHOSE_CFN = 'DeliveryStreamName: f';
const firehoseCfn = cloudFormation('AWS::KinesisFirehose::DeliveryStream', FIREHOSE_CFN);
const DESTINATIONS = ['sqs', 'lambda', 'http', 'application', 'firehose'];

export const messagingRows: readonly AwsRow[] = [
  ownKey('sqs-own-key', 'Queue', queue.needs('kms_master_key_id', KEY_ARN), queueCfn.needs('KmsMasterKeyId', KEY_ARN)),
  {
    name: 'sqs-lost-messages',
    severity: 'info',
    cwe: 'CWE-693',
    title: 'Queue that loses what nobody can handle',
    optional: true,
    why: 'Without a queue of dead letters a message that fails comes again until it is too old.',
    terraform: terraform('aws_sqs_queue').whole(
      'Set `redrive_policy`.',
      all(absent('redrive_policy'), absent('redrive_allow_policy'), without('aws_sqs_queue_redrive_policy', 'queue_url'), without('aws_sqs_queue_redrive_allow_policy', 'queue_url')),
      'name = "q"',
      'name           = "q"\nredrive_policy = jsonencode({ deadLetterTargetArn = "arn", maxReceiveCount = 5 })',
    ),
    cloudFormation: queueCfn.whole('Set `RedrivePolicy`.', all(absent('RedrivePolicy'), absent('RedriveAllowPolicy')), 'QueueName: q', 'QueueName: q\nRedrivePolicy:\n  deadLetterTargetArn: arn\n  maxReceiveCount: 5'),
  },
  ownKey('sns-own-key', 'Topic', terraform('aws_sns_topic', 'name = "t"').refuses('kms_master_key_id', 'alias/aws/sns', KEY_ARN), cloudFormation('AWS::SNS::Topic', 'TopicName: t').refuses('KmsMasterKeyId', 'alias/aws/sns', KEY_ARN)),
  plainWay('sns-plain-subscriber', 'Subscriber that gets messages', 'medium', terraform('aws_sns_topic_subscription', 'topic_arn = "arn"\nendpoint = "a"').refuses('protocol', 'http', 'https'), cloudFormation('AWS::SNS::Subscription', 'TopicArn: arn\nEndpoint: a').refuses('Protocol', 'http', 'https')),
  noLog(
    'sns-deliveries-not-logged',
    'Delivery of a topic',
    terraform('aws_sns_topic', 'name = "t"').whole(
      'Set the role that writes failures, such as `sqs_failure_feedback_role_arn`.',
      all(...DESTINATIONS.map((each) => absent(`${each}_failure_feedback_role_arn`))),
      'name = "t"',
      'name                          = "t"\nsqs_failure_feedback_role_arn = "arn:aws:iam::111122223333:role/log"',
    ),
    cloudFormation('AWS::SNS::Topic').whole('Set `DeliveryStatusLogging`.', absent('DeliveryStatusLogging'), 'TopicName: t', 'TopicName: t\nDeliveryStatusLogging:\n  - Protocol: sqs\n    FailureFeedbackRoleArn: arn'),
  ),
  ownKey(
    'kinesis-own-key',
    'Stream',
    terraform('aws_kinesis_stream', 'name = "s"\nencryption_type = "KMS"').whole(
      'Set `kms_key_id` to a key of one’s own.',
      all(is('encryption_type', 'KMS'), is('kms_key_id', 'alias/aws/kinesis')),
      'name            = "s"\nencryption_type = "KMS"\nkms_key_id      = "alias/aws/kinesis"',
      `name            = "s"\nencryption_type = "KMS"\nkms_key_id      = "${KEY_ARN}"`,
    ),
    cloudFormation('AWS::Kinesis::Stream').whole('Set `StreamEncryption.KeyId` to a key of one’s own.', is('StreamEncryption.KeyId', 'alias/aws/kinesis'), 'StreamEncryption:\n  EncryptionType: KMS\n  KeyId: alias/aws/kinesis', `StreamEncryption:\n  EncryptionType: KMS\n  KeyId: ${KEY_ARN}`),
  ),
  {
    name: 'kinesis-kept-briefly',
    severity: 'info',
    cwe: 'CWE-693',
    title: 'Stream that is kept for less than a week',
    optional: true,
    why: 'The default is 24 hours: what a consumer misses over a weekend is gone.',
    terraform: terraform('aws_kinesis_stream', 'name = "s"\nencryption_type = "KMS"').atLeast('retention_period', 168),
    cloudFormation: cloudFormation('AWS::Kinesis::Stream', 'StreamEncryption:\n  EncryptionType: KMS\n  KeyId: k').atLeast('RetentionPeriodHours', 168),
  },
  ownKey('kinesis-video-own-key', 'Stream of pictures', terraform('aws_kinesis_video_stream', 'name = "v"').needs('kms_key_id', KEY_ARN), cloudFormation('AWS::KinesisVideo::Stream', 'Name: v').needs('KmsKeyId', KEY_ARN)),
  {
    name: 'firehose-unencrypted',
    severity: 'low',
    cwe: 'CWE-311',
    title: 'Delivery stream without encryption',
    optional: true,
    why: 'What waits for its delivery is plain by default.',
    terraform: firehose.wants('server_side_encryption.enabled', true, { where: all(absent('kinesis_source_configuration'), absent('msk_source_configuration')) }),
    cloudFormation: firehoseCfn.needs('DeliveryStreamEncryptionConfigurationInput.KeyType', 'AWS_OWNED_CMK', { where: isnt('DeliveryStreamType', 'KinesisStreamAsSource', 'MSKAsSource') }),
  },
  ownKey(
    'firehose-own-key',
    'Delivery stream',
    terraform('aws_kinesis_firehose_delivery_stream').whole(
      'Set `key_type = "CUSTOMER_MANAGED_CMK"`.',
      all(is('server_side_encryption.enabled', true), isnt('server_side_encryption.key_type', 'CUSTOMER_MANAGED_CMK')),
      'name = "f"\nserver_side_encryption {\n  enabled = true\n}',
      `name = "f"\nserver_side_encryption {\n  enabled  = true\n  key_type = "CUSTOMER_MANAGED_CMK"\n  key_arn  = "${KEY_ARN}"\n}`,
    ),
    firehoseCfn.refuses('DeliveryStreamEncryptionConfigurationInput.KeyType', 'AWS_OWNED_CMK', 'CUSTOMER_MANAGED_CMK'),
  ),
  noLog(
    'firehose-no-log',
    'Delivery stream',
    terraform('aws_kinesis_firehose_delivery_stream').whole(
      'Set `cloudwatch_logging_options { enabled = true }`.',
      some('extended_s3_configuration', isnt('cloudwatch_logging_options.enabled', true)),
      'extended_s3_configuration {\n  role_arn   = "arn"\n  bucket_arn = "arn"\n}',
      'extended_s3_configuration {\n  role_arn   = "arn"\n  bucket_arn = "arn"\n  cloudwatch_logging_options {\n    enabled = true\n  }\n}',
    ),
    firehoseCfn.whole(
      'Set `CloudWatchLoggingOptions.Enabled: true`.',
      some('ExtendedS3DestinationConfiguration', isnt('CloudWatchLoggingOptions.Enabled', true)),
      'ExtendedS3DestinationConfiguration:\n  BucketARN: arn',
      'ExtendedS3DestinationConfiguration:\n  BucketARN: arn\n  CloudWatchLoggingOptions:\n    Enabled: true',
    ),
  ),
  written(
    'firehose-password',
    'Password of a place of delivery',
    terraform('aws_kinesis_firehose_delivery_stream').whole(
      'Revoke it, and set `secrets_manager_configuration`.',
      any(secret('redshift_configuration.password'), secret('splunk_configuration.hec_token'), secret('http_endpoint_configuration.access_key'), secret('snowflake_configuration.private_key')),
      'name = "f"\nredshift_configuration {\n  username = "app"\n  password = "q9Zt4LrVb1XeYw0H"\n}',
      'name = "f"\nredshift_configuration {\n  secrets_manager_configuration {\n    enabled = true\n  }\n}',
    ),
  ),
  plainWay(
    'firehose-plain-endpoint',
    'Delivery to an endpoint',
    'medium',
    firehose.whole('Deliver to an address with `https`.', matches('http_endpoint_configuration.url', /^http:/i), 'name = "f"\nhttp_endpoint_configuration {\n  url = "http://logs.example.com"\n}', 'name = "f"\nhttp_endpoint_configuration {\n  url = "https://logs.example.com"\n}'),
  ),

  ownKey('mq-own-key', 'Broker', broker.whole('Set `encryption_options { kms_key_id = … }`.', absent('encryption_options.kms_key_id'), BROKER, `${BROKER}\nencryption_options {\n  use_aws_owned_key = false\n  kms_key_id        = "${KEY_ARN}"\n}`), brokerCfn.needs('EncryptionOptions.KmsKeyId', KEY_ARN)),
  noLog('mq-no-log', 'Broker', broker.wants('logs.general', true), brokerCfn.wants('Logs.General', true)),
  noLog('mq-no-audit-log', 'Users of a broker', broker.wants('logs.audit', true, { where: is('engine_type', 'ActiveMQ') }), brokerCfn.wants('Logs.Audit', true, { where: is('EngineType', 'ActiveMQ') })),
  { ...noUpgrades('mq-no-upgrades', 'Broker', broker.wants('auto_minor_version_upgrade', true), brokerCfn.refuses('AutoMinorVersionUpgrade', false, true)), optional: true, why: 'Known holes stay open until somebody upgrades by hand. The provider’s default is false.' },
  oneZone('mq-one-zone', 'Broker', broker.wants('deployment_mode', ['ACTIVE_STANDBY_MULTI_AZ', 'CLUSTER_MULTI_AZ']), brokerCfn.refuses('DeploymentMode', 'SINGLE_INSTANCE', 'ACTIVE_STANDBY_MULTI_AZ')),

  plainWay('msk-plain-brokers', 'Brokers of Kafka', 'medium', msk.refuses('encryption_info.encryption_in_transit.in_cluster', false, true), mskCfn.refuses('EncryptionInfo.EncryptionInTransit.InCluster', false, true)),
  ownKey('msk-own-key', 'Kafka', msk.needs('encryption_info.encryption_at_rest_kms_key_arn', KEY_ARN), mskCfn.needs('EncryptionInfo.EncryptionAtRest.DataVolumeKMSKeyId', KEY_ARN)),
  noLog(
    'msk-no-log',
    'Kafka',
    msk.wants('logging_info.broker_logs.cloudwatch_logs.enabled', true, { where: all(isnt('logging_info.broker_logs.s3.enabled', true), isnt('logging_info.broker_logs.firehose.enabled', true)) }),
    mskCfn.needs('LoggingInfo.BrokerLogs.CloudWatchLogs.Enabled', true, { where: all(isnt('LoggingInfo.BrokerLogs.S3.Enabled', true), isnt('LoggingInfo.BrokerLogs.Firehose.Enabled', true)) }),
  ),
  open('msk-public', 'Kafka', msk.refuses('broker_node_group_info.connectivity_info.public_access.type', 'SERVICE_PROVIDED_EIPS', 'DISABLED'), mskCfn.refuses('BrokerNodeGroupInfo.ConnectivityInfo.PublicAccess.Type', 'SERVICE_PROVIDED_EIPS', 'DISABLED')),
  {
    name: 'msk-not-watched',
    severity: 'info',
    cwe: 'CWE-778',
    title: 'Kafka that is hardly measured',
    optional: true,
    why: 'The default tells of the cluster and not of its brokers.',
    terraform: msk.wants('enhanced_monitoring', ['PER_BROKER', 'PER_TOPIC_PER_BROKER', 'PER_TOPIC_PER_PARTITION']),
    cloudFormation: mskCfn.wants('EnhancedMonitoring', ['PER_BROKER', 'PER_TOPIC_PER_BROKER', 'PER_TOPIC_PER_PARTITION']),
  },
  {
    name: 'msk-login-not-set',
    severity: 'low',
    cwe: 'CWE-306',
    title: 'Kafka that says nothing of logins',
    optional: true,
    why: 'Without `client_authentication` everybody who reaches a broker reads and writes.',
    terraform: msk.whole('Add `client_authentication`.', absent('client_authentication'), 'cluster_name = "k"', 'cluster_name = "k"\nclient_authentication {\n  sasl {\n    iam = true\n  }\n}'),
    cloudFormation: mskCfn.needs('ClientAuthentication.Sasl.Iam.Enabled', true, { where: absent('ClientAuthentication') }),
  },
  {
    name: 'msk-old-version',
    severity: 'low',
    cwe: 'CWE-1104',
    title: 'Kafka of a version that AWS has given up',
    why: 'Known holes stay open.',
    terraform: terraform('aws_msk_cluster', 'cluster_name = "k"').whole('Upgrade to version 3.', matches('kafka_version', /^(?:1\.|2\.[0-7]\.)/), 'kafka_version = "2.2.1"', 'kafka_version = "3.8.x"'),
    cloudFormation: mskCfn.whole('Upgrade to version 3.', matches('KafkaVersion', /^(?:1\.|2\.[0-7]\.)/), 'KafkaVersion: 2.2.1', 'KafkaVersion: 3.8.x'),
  },
  plainWay(
    'msk-connect-plain',
    'Connector of Kafka',
    'medium',
    terraform('aws_mskconnect_connector', 'name = "c"').refuses('kafka_cluster_encryption_in_transit.encryption_type', 'PLAINTEXT', 'TLS'),
    cloudFormation('AWS::KafkaConnect::Connector', 'ConnectorName: c').refuses('KafkaClusterEncryptionInTransit.EncryptionType', 'PLAINTEXT', 'TLS'),
  ),
  noLog(
    'msk-connect-no-log',
    'Connector of Kafka',
    terraform('aws_mskconnect_connector', 'name = "c"').whole('Add `log_delivery`.', absent('log_delivery'), 'name = "c"', 'name = "c"\nlog_delivery {\n  worker_log_delivery {\n    cloudwatch_logs {\n      enabled = true\n    }\n  }\n}'),
    cloudFormation('AWS::KafkaConnect::Connector', 'ConnectorName: c').needs('LogDelivery.WorkerLogDelivery.CloudWatchLogs.Enabled', true, { where: absent('LogDelivery') }),
  ),

  ownKey('eventbridge-own-key', 'Bus of events', terraform('aws_cloudwatch_event_bus', 'name = "b"').needs('kms_key_identifier', KEY_ARN), cloudFormation('AWS::Events::EventBus', 'Name: b').needs('KmsKeyIdentifier', KEY_ARN)),
  ownKey('eventbridge-archive-own-key', 'Archive of events', terraform('aws_cloudwatch_event_archive', 'name = "a"\nevent_source_arn = "arn"').needs('kms_key_identifier', KEY_ARN), cloudFormation('AWS::Events::Archive', 'SourceArn: arn').needs('KmsKeyIdentifier', KEY_ARN)),
  ownKey('scheduler-own-key', 'Schedule', terraform('aws_scheduler_schedule', 'schedule_expression = "rate(1 hour)"').needs('kms_key_arn', KEY_ARN), cloudFormation('AWS::Scheduler::Schedule', 'ScheduleExpression: rate(1 hour)').needs('KmsKeyArn', KEY_ARN)),
  ownKey('pipes-own-key', 'Pipe of events', terraform('aws_pipes_pipe', 'name = "p"\nrole_arn = "arn"\nsource = "arn"\ntarget = "arn"').needs('kms_key_identifier', KEY_ARN), cloudFormation('AWS::Pipes::Pipe', 'RoleArn: arn\nSource: arn\nTarget: arn').needs('KmsKeyIdentifier', KEY_ARN)),
  written(
    'eventbridge-connection-secret',
    'Secret of a connection to another API',
    terraform('aws_cloudwatch_event_connection', 'name = "c"\nauthorization_type = "API_KEY"').whole(
      'Revoke it, and take it from a vault.',
      any(...['api_key.value', 'basic.password', 'oauth.client_parameters.client_secret'].map((path) => ({ op: 'secret' as const, path: `auth_parameters.${path}` }))),
      'name = "c"\nauth_parameters {\n  api_key {\n    key   = "x-key"\n    value = "q9Zt4LrVb1XeYw0H"\n  }\n}',
      'name = "c"\nauth_parameters {\n  api_key {\n    key   = "x-key"\n    value = var.key\n  }\n}',
    ),
  ),
  plainWay(
    'eventbridge-plain-destination',
    'Delivery of events',
    'medium',
    terraform('aws_cloudwatch_event_api_destination', 'name = "d"\nconnection_arn = "arn"\nhttp_method = "POST"').whole('Use an address with `https`.', matches('invocation_endpoint', /^http:/i), 'invocation_endpoint = "http://events.example.com"', 'invocation_endpoint = "https://events.example.com"'),
    cloudFormation('AWS::Events::ApiDestination').whole('Use an address with `https`.', matches('InvocationEndpoint', /^http:/i), 'InvocationEndpoint: http://events.example.com', 'InvocationEndpoint: https://events.example.com'),
  ),
  oneZone('eventbridge-one-region', 'Endpoint of events', terraform('aws_cloudwatch_event_endpoint', 'name = "e"').refuses('replication_config.state', 'DISABLED', 'ENABLED'), cloudFormation('AWS::Events::Endpoint', 'Name: e').refuses('ReplicationConfig.State', 'DISABLED', 'ENABLED')),
  {
    ...plainWay(
      'ses-plain-mail',
      'Mail',
      'low',
      terraform(['aws_ses_configuration_set', 'aws_sesv2_configuration_set'], 'name = "m"').wants('delivery_options.tls_policy', ['REQUIRE'], { fix: 'Set `delivery_options { tls_policy = "Require" }`.' }),
      cloudFormation('AWS::SES::ConfigurationSet', 'Name: m').wants('DeliveryOptions.TlsPolicy', ['REQUIRE']),
    ),
    optional: true,
    why: 'Mail is sent without encryption to servers that offer none, which is the default.',
  },
  {
    name: 'ses-for-anyone',
    severity: 'high',
    cwe: 'CWE-732',
    title: 'Address that every account may send from',
    why: 'The principal `*` without a condition is everybody with an AWS account.',
    terraform: terraform('aws_ses_identity_policy').whole(
      'Name accounts.',
      policy('policy', 'anyone'),
      'identity = "example.com"\npolicy = jsonencode({\n  Statement = [{\n    Effect    = "Allow"\n    Principal = "*"\n    Action    = "ses:SendEmail"\n    Resource  = "*"\n  }]\n})',
      'identity = "example.com"\npolicy = jsonencode({\n  Statement = [{\n    Effect    = "Allow"\n    Principal = { AWS = "arn:aws:iam::111122223333:root" }\n    Action    = "ses:SendEmail"\n    Resource  = "*"\n  }]\n})',
      [{ on: 'aws_sesv2_email_identity_policy', breaks: policy('policy', 'anyone') }],
    ),
  },
  {
    name: 'iot-everything',
    severity: 'medium',
    cwe: 'CWE-284',
    title: 'Device that may do everything',
    why: 'Whoever takes one device apart reads and commands all others.',
    terraform: terraform('aws_iot_policy').whole(
      'Name the topics and clients, such as `client/${iot:Connection.Thing.ThingName}`.',
      policy('policy', 'all-things'),
      'name   = "p"\npolicy = jsonencode({\n  Statement = [{\n    Effect   = "Allow"\n    Action   = "iot:*"\n    Resource = "*"\n  }]\n})',
      'name   = "p"\npolicy = jsonencode({\n  Statement = [{\n    Effect   = "Allow"\n    Action   = "iot:Connect"\n    Resource = "arn:aws:iot:eu-west-1:111122223333:client/one"\n  }]\n})',
    ),
    cloudFormation: cloudFormation('AWS::IoT::Policy').whole(
      'Name the topics and clients.',
      policy('PolicyDocument', 'all-things'),
      "PolicyDocument:\n  Statement:\n    - Effect: Allow\n      Action: iot:*\n      Resource: '*'",
      'PolicyDocument:\n  Statement:\n    - Effect: Allow\n      Action: iot:Connect\n      Resource: arn:aws:iot:eu-west-1:111122223333:client/one',
    ),
  },
];

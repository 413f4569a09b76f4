import { absent, all, any, below, is, isnt, matches, not, present, some } from '../condition';
import { type AwsRow, KEY_ARN, cloudFormation, fewBackups, noLog, noUpgrades, oneZone, ownKey, plainWay, terraform } from './row';

const REDIS = 'replication_group_id = "c"\ndescription = "c"\nat_rest_encryption_enabled = true\ntransit_encryption_enabled = true';
const REDIS_CFN = 'ReplicationGroupDescription: c\nAtRestEncryptionEnabled: true\nTransitEncryptionEnabled: true';
const group = terraform('aws_elasticache_replication_group', REDIS);
const groupCfn = cloudFormation('AWS::ElastiCache::ReplicationGroup', REDIS_CFN);
/** No member of a replication group, which sets this for its members. */
const alone = absent('replication_group_id');

const memory = terraform('aws_memorydb_cluster', 'name = "m"\nacl_name = "app"\nnode_type = "db.t4g.small"');
const memoryCfn = cloudFormation('AWS::MemoryDB::Cluster', 'ClusterName: m\nACLName: app\nNodeType: db.t4g.small');

const DOMAINS = ['aws_opensearch_domain', 'aws_elasticsearch_domain'] as const;
const ENCRYPTED = 'domain_name = "d"\nencrypt_at_rest {\n  enabled = true\n}';
const TOGETHER = '\nnode_to_node_encryption {\n  enabled = true\n}';
const domain = terraform(DOMAINS, ENCRYPTED + TOGETHER);
const ENCRYPTED_CFN = 'EncryptionAtRestOptions:\n  Enabled: true\nNodeToNodeEncryptionOptions:\n  Enabled: true\nDomainEndpointOptions:\n  EnforceHTTPS: true';
const domainCfn = cloudFormation(['AWS::OpenSearchService::Domain', 'AWS::Elasticsearch::Domain'], ENCRYPTED_CFN);

export const cacheRows: readonly AwsRow[] = [
  ownKey('cache-own-key', 'Cache', group.needs('kms_key_id', KEY_ARN, { also: [{ on: 'aws_elasticache_serverless_cache', breaks: absent('kms_key_id') }] }), groupCfn.needs('KmsKeyId', KEY_ARN)),
  oneZone('cache-one-zone', 'Cache', group.wants('multi_az_enabled', true), groupCfn.wants('MultiAZEnabled', true)),
  oneZone('cache-no-failover', 'Cache without a failover', group.wants('automatic_failover_enabled', true), groupCfn.wants('AutomaticFailoverEnabled', true)),
  {
    ...fewBackups('cache-no-backups', 'Cache', group.atLeast('snapshot_retention_limit', 1, { also: [{ on: 'aws_elasticache_cluster', breaks: all(is('engine', 'redis', 'valkey'), alone, any(absent('snapshot_retention_limit'), below('snapshot_retention_limit', 1))) }] }), groupCfn.atLeast('SnapshotRetentionLimit', 1)),
    title: 'Cache without backups',
    why: 'The default is 0: nothing is kept. A cache that can be filled anew needs none.',
  },
  noUpgrades(
    'cache-no-upgrades',
    'Cache',
    terraform(['aws_elasticache_cluster', 'aws_elasticache_replication_group'], REDIS).refuses('auto_minor_version_upgrade', false, true),
    cloudFormation(['AWS::ElastiCache::ReplicationGroup', 'AWS::ElastiCache::CacheCluster'], REDIS_CFN).refuses('AutoMinorVersionUpgrade', false, true),
  ),
  {
    name: 'cache-no-login',
    severity: 'low',
    cwe: 'CWE-306',
    title: 'Cache that asks for no login',
    optional: true,
    why: 'By default everybody who reaches its port reads and writes.',
    terraform: group.whole('Set `auth_token`, or name `user_group_ids`.', all(absent('auth_token'), absent('user_group_ids')), 'description                = "c"\ntransit_encryption_enabled = true', 'description                = "c"\ntransit_encryption_enabled = true\nuser_group_ids             = ["app"]'),
    cloudFormation: groupCfn.whole('Set `AuthToken`, or name `UserGroupIds`.', all(absent('AuthToken'), absent('UserGroupIds')), REDIS_CFN, `${REDIS_CFN}\nUserGroupIds: [app]`),
  },
  {
    name: 'cache-default-network',
    severity: 'info',
    cwe: 'CWE-1188',
    title: 'Cache in the network that was there',
    optional: true,
    why: 'Without a subnet group it comes into the default network.',
    terraform: group.needs('subnet_group_name', 'data', { also: [{ on: 'aws_elasticache_cluster', breaks: all(absent('subnet_group_name'), alone) }] }),
    cloudFormation: cloudFormation(['AWS::ElastiCache::ReplicationGroup', 'AWS::ElastiCache::CacheCluster'], REDIS_CFN).needs('CacheSubnetGroupName', 'data'),
  },
  noLog(
    'cache-no-log',
    'Cache',
    group.whole('Add `log_delivery_configuration`.', absent('log_delivery_configuration'), 'description = "c"', 'description = "c"\nlog_delivery_configuration {\n  destination      = "cache"\n  destination_type = "cloudwatch-logs"\n  log_format       = "json"\n  log_type         = "slow-log"\n}'),
    groupCfn.whole('Set `LogDeliveryConfigurations`.', absent('LogDeliveryConfigurations'), REDIS_CFN, `${REDIS_CFN}\nLogDeliveryConfigurations:\n  - DestinationType: cloudwatch-logs\n    LogFormat: json\n    LogType: slow-log`),
  ),
  {
    ...plainWay(
      'memcached-plain-connections',
      'Memcached',
      'low',
      terraform('aws_elasticache_cluster', 'cluster_id = "c"\nengine = "memcached"').wants('transit_encryption_enabled', true, { where: is('engine', 'memcached') }),
      cloudFormation('AWS::ElastiCache::CacheCluster', 'Engine: memcached\nCacheNodeType: cache.t4g.small').wants('TransitEncryptionEnabled', true, { where: is('Engine', 'memcached') }),
    ),
    optional: true,
  },
  plainWay('cache-plain-connections-taken', 'Cache that takes connections', 'low', group.refuses('transit_encryption_mode', 'preferred', 'required'), groupCfn.refuses('TransitEncryptionMode', 'preferred', 'required')),
  {
    name: 'cache-user-without-password',
    severity: 'medium',
    cwe: 'CWE-306',
    title: 'User of a cache without a password',
    why: 'Everybody who reaches the port is this user.',
    terraform: terraform('aws_elasticache_user', 'user_id = "app"\nuser_name = "app"\nengine = "redis"').refuses('no_password_required', true, false, {
      where: not(matches('access_string', /^off\b/)),
      also: [{ on: 'aws_elasticache_user', breaks: all(is('authentication_mode.type', 'no-password-required'), not(matches('access_string', /^off\b/))) }],
    }),
    cloudFormation: cloudFormation('AWS::ElastiCache::User', 'UserId: app\nUserName: app\nEngine: redis').refuses('NoPasswordRequired', true, false, { where: not(matches('AccessString', /^off\b/)) }),
  },
  plainWay('memorydb-plain-connections', 'Database in memory', 'medium', memory.refuses('tls_enabled', false, true), memoryCfn.refuses('TLSEnabled', false, true)),
  {
    name: 'memorydb-no-login',
    severity: 'medium',
    cwe: 'CWE-306',
    title: 'Database in memory that asks for no login',
    why: 'The list `open-access` lets in everybody who reaches the port.',
    terraform: terraform('aws_memorydb_cluster', 'name = "m"\nnode_type = "db.t4g.small"').refuses('acl_name', 'open-access', 'app'),
    cloudFormation: cloudFormation('AWS::MemoryDB::Cluster', 'ClusterName: m\nNodeType: db.t4g.small').refuses('ACLName', 'open-access', 'app'),
  },
  ownKey('memorydb-own-key', 'Database in memory', memory.needs('kms_key_arn', KEY_ARN), memoryCfn.needs('KmsKeyId', KEY_ARN)),
  { ...fewBackups('memorydb-no-backups', 'Database in memory', memory.atLeast('snapshot_retention_limit', 1), memoryCfn.atLeast('SnapshotRetentionLimit', 1)), title: 'Database in memory without backups', why: 'The default is 0: nothing is kept.' },
  noUpgrades('memorydb-no-upgrades', 'Database in memory', memory.refuses('auto_minor_version_upgrade', false, true), memoryCfn.refuses('AutoMinorVersionUpgrade', false, true)),
  plainWay(
    'dax-plain-connections',
    'Cache of a table',
    'low',
    terraform('aws_dax_cluster', 'cluster_name = "d"\nserver_side_encryption {\n  enabled = true\n}').wants('cluster_endpoint_encryption_type', 'TLS'),
    cloudFormation('AWS::DAX::Cluster', 'NodeType: dax.t3.small\nSSESpecification:\n  SSEEnabled: true').wants('ClusterEndpointEncryptionType', 'TLS'),
  ),

  plainWay('search-plain-nodes', 'Nodes of a search domain', 'low', terraform(DOMAINS, ENCRYPTED).wants('node_to_node_encryption.enabled', true, { where: isnt('advanced_security_options.enabled', true) })),
  {
    name: 'search-tls-not-set',
    severity: 'low',
    cwe: 'CWE-327',
    title: 'Search domain that leaves its oldest TLS open',
    optional: true,
    why: 'Where nothing is said, domains take TLS 1.0.',
    terraform: domain.needs('domain_endpoint_options.tls_security_policy', 'Policy-Min-TLS-1-2-PFS-2023-10'),
    cloudFormation: domainCfn.whole('Set `DomainEndpointOptions.TLSSecurityPolicy`.', absent('DomainEndpointOptions.TLSSecurityPolicy'), ENCRYPTED_CFN, `${ENCRYPTED_CFN}\n  TLSSecurityPolicy: Policy-Min-TLS-1-2-PFS-2023-10`),
  },
  noLog(
    'search-no-log',
    'Search domain',
    domain.whole('Add `log_publishing_options`.', absent('log_publishing_options'), ENCRYPTED + TOGETHER, `${ENCRYPTED}${TOGETHER}\nlog_publishing_options {\n  log_type                 = "AUDIT_LOGS"\n  cloudwatch_log_group_arn = "arn:aws:logs:eu-west-1:111122223333:log-group:d"\n}`),
    domainCfn.whole('Set `LogPublishingOptions`.', absent('LogPublishingOptions'), ENCRYPTED_CFN, `${ENCRYPTED_CFN}\nLogPublishingOptions:\n  AUDIT_LOGS:\n    Enabled: true`),
  ),
  noLog(
    'search-no-audit-log',
    'Users of a search domain',
    domain.whole(
      'Add `log_publishing_options` for `AUDIT_LOGS`.',
      all(present('log_publishing_options'), not(some('log_publishing_options', all(is('log_type', 'AUDIT_LOGS'), isnt('enabled', false))))),
      `${ENCRYPTED}${TOGETHER}\nlog_publishing_options {\n  log_type                 = "ES_APPLICATION_LOGS"\n  cloudwatch_log_group_arn = "arn:aws:logs:eu-west-1:111122223333:log-group:d"\n}`,
      `${ENCRYPTED}${TOGETHER}\nlog_publishing_options {\n  log_type                 = "AUDIT_LOGS"\n  cloudwatch_log_group_arn = "arn:aws:logs:eu-west-1:111122223333:log-group:d"\n}`,
    ),
    domainCfn.whole(
      'Enable `AUDIT_LOGS` in `LogPublishingOptions`.',
      all(present('LogPublishingOptions'), isnt('LogPublishingOptions.AUDIT_LOGS.Enabled', true)),
      `${ENCRYPTED_CFN}\nLogPublishingOptions:\n  ES_APPLICATION_LOGS:\n    Enabled: true`,
      `${ENCRYPTED_CFN}\nLogPublishingOptions:\n  AUDIT_LOGS:\n    Enabled: true`,
    ),
  ),
  {
    name: 'search-no-fine-access',
    severity: 'low',
    cwe: 'CWE-284',
    title: 'Search domain that tells its users not apart',
    optional: true,
    why: 'Fine-grained access control is off by default: who may ask may ask for all.',
    terraform: domain.wants('advanced_security_options.enabled', true),
    cloudFormation: domainCfn.wants('AdvancedSecurityOptions.Enabled', true),
  },
  {
    name: 'search-outside',
    severity: 'low',
    cwe: 'CWE-668',
    title: 'Search domain outside of a network',
    optional: true,
    why: 'Without `vpc_options` its address is on the internet; its policy alone keeps others out.',
    terraform: domain.needs('vpc_options.subnet_ids', ['subnet-1']),
    cloudFormation: domainCfn.needs('VPCOptions.SubnetIds', ['subnet-1']),
  },
  oneZone('search-few-nodes', 'Search domain of fewer than three nodes', domain.atLeast('cluster_config.instance_count', 3), cloudFormation('AWS::OpenSearchService::Domain', ENCRYPTED_CFN).atLeast('ClusterConfig.InstanceCount', 3)),
  oneZone(
    'search-one-zone',
    'Search domain',
    domain.wants('cluster_config.zone_awareness_enabled', true, { where: isnt('cluster_config.multi_az_with_standby_enabled', true) }),
    cloudFormation('AWS::OpenSearchService::Domain', ENCRYPTED_CFN).wants('ClusterConfig.ZoneAwarenessEnabled', true, { where: isnt('ClusterConfig.MultiAZWithStandbyEnabled', true) }),
  ),
  oneZone('search-no-master', 'Search domain without masters of their own', domain.wants('cluster_config.dedicated_master_enabled', true), cloudFormation('AWS::OpenSearchService::Domain', ENCRYPTED_CFN).wants('ClusterConfig.DedicatedMasterEnabled', true)),
  ownKey(
    'search-own-key',
    'Search domain',
    domain.whole('Set `encrypt_at_rest { kms_key_id = … }`.', absent('encrypt_at_rest.kms_key_id'), ENCRYPTED + TOGETHER, `encrypt_at_rest {\n  enabled    = true\n  kms_key_id = "${KEY_ARN}"\n}${TOGETHER}`),
    domainCfn.whole('Set `EncryptionAtRestOptions.KmsKeyId`.', absent('EncryptionAtRestOptions.KmsKeyId'), ENCRYPTED_CFN, ENCRYPTED_CFN.replace('Enabled: true', `Enabled: true\n  KmsKeyId: ${KEY_ARN}`)),
  ),
  {
    name: 'search-no-upgrades',
    severity: 'info',
    cwe: 'CWE-1104',
    title: 'Search domain that takes no upgrades by itself',
    optional: true,
    why: 'Holes of the service software stay open until somebody upgrades by hand.',
    terraform: terraform('aws_opensearch_domain', ENCRYPTED + TOGETHER).wants('auto_software_update_options.auto_software_update_enabled', true),
    cloudFormation: cloudFormation('AWS::OpenSearchService::Domain', ENCRYPTED_CFN).wants('SoftwareUpdateOptions.AutoSoftwareUpdateEnabled', true),
  },
  {
    name: 'search-old-engine',
    severity: 'low',
    cwe: 'CWE-1104',
    title: 'Search domain of a version that its makers have given up',
    why: 'Versions of Elasticsearch before 7 get no fixes from their makers.',
    terraform: terraform(DOMAINS).whole('Upgrade to OpenSearch 2 or later.', any(matches('engine_version', /^Elasticsearch_[1-6]\./), matches('elasticsearch_version', /^[1-6]\./)), `engine_version = "Elasticsearch_6.8"\n${ENCRYPTED}${TOGETHER}`, `engine_version = "OpenSearch_2.19"\n${ENCRYPTED}${TOGETHER}`),
    cloudFormation: domainCfn.whole('Upgrade to OpenSearch 2 or later.', any(matches('EngineVersion', /^Elasticsearch_[1-6]\./), matches('ElasticsearchVersion', /^[1-6]\./)), `EngineVersion: Elasticsearch_6.8\n${ENCRYPTED_CFN}`, `EngineVersion: OpenSearch_2.19\n${ENCRYPTED_CFN}`),
  },
  {
    name: 'search-serverless-public',
    severity: 'medium',
    cwe: 'CWE-668',
    title: 'Collection of searches on the internet',
    why: 'Its address is public; access policies alone keep others out.',
    terraform: terraform('aws_opensearchserverless_security_policy').whole(
      'Name `SourceVPCEs`, and set `AllowFromPublic` to false.',
      matches('policy', /"AllowFromPublic"\s*:\s*true/),
      'name   = "c"\ntype   = "network"\npolicy = jsonencode([{ AllowFromPublic = true }])',
      'name   = "c"\ntype   = "network"\npolicy = jsonencode([{ AllowFromPublic = false, SourceVPCEs = ["vpce-1"] }])',
    ),
    cloudFormation: cloudFormation('AWS::OpenSearchServerless::SecurityPolicy').whole(
      'Name `SourceVPCEs`, and set `AllowFromPublic` to false.',
      matches('Policy', /"AllowFromPublic"\s*:\s*true/),
      `Name: c\nType: network\nPolicy: '[{"AllowFromPublic": true}]'`,
      `Name: c\nType: network\nPolicy: '[{"AllowFromPublic": false, "SourceVPCEs": ["vpce-1"]}]'`,
    ),
  },
  ownKey(
    'search-serverless-own-key',
    'Collection of searches',
    terraform('aws_opensearchserverless_security_policy').whole(
      'Name `KmsARN`.',
      matches('policy', /"AWSOwnedKey"\s*:\s*true/),
      'name   = "c"\ntype   = "encryption"\npolicy = jsonencode({ AWSOwnedKey = true })',
      `name   = "c"\ntype   = "encryption"\npolicy = jsonencode({ AWSOwnedKey = false, KmsARN = "${KEY_ARN}" })`,
    ),
  ),
];

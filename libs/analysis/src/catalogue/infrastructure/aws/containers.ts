import { type Condition, absent, all, any, is, isnt, lacks, matches, not, present, secret, some, without } from '../condition';
import { SECRET_NAME } from '../secret-names';
import { type AwsRow, KEY_ARN, cloudFormation, noLog, ownKey, terraform, written } from './row';

const repository = terraform('aws_ecr_repository', 'name = "app"');
const repositoryCfn = cloudFormation('AWS::ECR::Repository', 'RepositoryName: app');
const cluster = terraform('aws_ecs_cluster', 'name = "c"');
const clusterCfn = cloudFormation('AWS::ECS::Cluster', 'ClusterName: c');
const EXEC = 'configuration.execute_command_configuration';
const EXEC_CFN = 'Configuration.ExecuteCommandConfiguration';
const service = terraform('aws_ecs_service', 'name = "s"\ntask_definition = "t"');
const serviceCfn = cloudFormation('AWS::ECS::Service', 'TaskDefinition: t');
const eks = terraform('aws_eks_cluster', 'name = "k"\nrole_arn = "arn"\nenabled_cluster_log_types = ["api", "audit", "authenticator"]');
const EKS_CFN = 'RoleArn: arn\nResourcesVpcConfig:\n  SubnetIds: [subnet-1]\n  EndpointPublicAccess: false\nLogging:\n  ClusterLogging:\n    EnabledTypes:\n      - Type: audit';
const eksCfn = cloudFormation('AWS::EKS::Cluster', EKS_CFN);

const task = terraform('aws_ecs_task_definition');
const taskCfn = cloudFormation('AWS::ECS::TaskDefinition');
/** A task of one container, which is written as JSON in Terraform. */
const containerOf = (rest: string) => `family = "t"\ncontainer_definitions = jsonencode([{\n  name  = "app"\n  image = "app:1"${rest === '' ? '' : `\n  ${rest}`}\n}])`;
const containerCfn = (rest: string) => `ContainerDefinitions:\n  - Name: app\n    Image: app:1${rest === '' ? '' : `\n    ${rest}`}`;
const ofContainers = (condition: Condition) => some('container_definitions', condition);
const ofContainersCfn = (condition: Condition) => some('ContainerDefinitions', condition);
const LINUX = isnt('runtime_platform.operating_system_family', 'WINDOWS_SERVER_2019_CORE', 'WINDOWS_SERVER_2019_FULL', 'WINDOWS_SERVER_2022_CORE', 'WINDOWS_SERVER_2022_FULL');
const JOB = 'name = "j"\ntype = "container"\ncontainer_properties = jsonencode({\n  image = "app:1"';
const HOST_SOCKET = /^\/(?:var\/)?run(?:\/docker\.sock|\/containerd\/containerd\.sock)?\/?$/;
const LOGS = ['api', 'audit', 'authenticator', 'controllerManager', 'scheduler'];

const info = (name: string, cwe: string, title: string, why: string) => ({ name, severity: 'info', cwe, title, why, optional: true }) as const;

export const containerRows: readonly AwsRow[] = [
  ownKey('ecr-own-key', 'Repository of images', repository.wants('encryption_configuration.encryption_type', ['KMS', 'KMS_DSSE']), repositoryCfn.wants('EncryptionConfiguration.EncryptionType', ['KMS', 'KMS_DSSE'])),
  {
    ...info('ecr-no-lifecycle', 'CWE-1395', 'Images that are kept for ever', 'Old images keep their known holes, and somebody may still run them.'),
    terraform: terraform('aws_ecr_repository').whole(
      'Add `aws_ecr_lifecycle_policy`.',
      without('aws_ecr_lifecycle_policy', 'repository'),
      'name = "app"',
      'resource "aws_ecr_repository" "example" {\n  name = "app"\n}\n\nresource "aws_ecr_lifecycle_policy" "example" {\n  repository = aws_ecr_repository.example.name\n  policy     = "{}"\n}',
    ),
    cloudFormation: repositoryCfn.needs('LifecyclePolicy.LifecyclePolicyText', '{}'),
  },
  {
    ...info('ecs-not-measured', 'CWE-778', 'Cluster of tasks that nobody measures', 'Container Insights is off by default.'),
    terraform: cluster.whole('Add `setting { name = "containerInsights", value = "enabled" }`.', not(some('setting', all(is('name', 'containerInsights'), is('value', 'enabled', 'enhanced')))), 'name = "c"', 'name = "c"\nsetting {\n  name  = "containerInsights"\n  value = "enabled"\n}'),
    cloudFormation: clusterCfn.whole('Set `containerInsights` in `ClusterSettings`.', not(some('ClusterSettings', all(is('Name', 'containerInsights'), is('Value', 'enabled', 'enhanced')))), 'ClusterName: c', 'ClusterName: c\nClusterSettings:\n  - Name: containerInsights\n    Value: enabled'),
  },
  {
    name: 'ecs-exec-unlogged',
    severity: 'low',
    cwe: 'CWE-778',
    title: 'Commands in containers that nobody records',
    why: 'What is typed into a running container is recorded by default; here it is turned off.',
    terraform: cluster.refuses(`${EXEC}.logging`, 'NONE', 'OVERRIDE'),
    cloudFormation: clusterCfn.refuses(`${EXEC_CFN}.Logging`, 'NONE', 'OVERRIDE'),
  },
  ownKey(
    'ecs-exec-own-key',
    'Commands in containers',
    cluster.whole(
      `Set \`kms_key_id\` in \`execute_command_configuration\`.`,
      all(present(EXEC), absent(`${EXEC}.kms_key_id`)),
      'name = "c"\nconfiguration {\n  execute_command_configuration {\n    logging = "DEFAULT"\n  }\n}',
      `name = "c"\nconfiguration {\n  execute_command_configuration {\n    kms_key_id = "${KEY_ARN}"\n    logging    = "DEFAULT"\n  }\n}`,
    ),
  ),
  {
    name: 'ecs-public-address',
    severity: 'low',
    cwe: 'CWE-668',
    title: 'Task with a public address',
    optional: true,
    why: 'Only security groups are between it and everybody.',
    terraform: service.refuses('network_configuration.assign_public_ip', true, false),
    cloudFormation: serviceCfn.refuses('NetworkConfiguration.AwsvpcConfiguration.AssignPublicIp', 'ENABLED', 'DISABLED'),
  },
  {
    name: 'ecs-old-platform',
    severity: 'low',
    cwe: 'CWE-1104',
    title: 'Task on a platform that AWS has given up',
    why: 'Platforms before 1.4.0 get no fixes.',
    terraform: service.whole('Leave `platform_version` out.', matches('platform_version', /^1\.[0-3]\.0$/), 'name             = "s"\nplatform_version = "1.3.0"', 'name             = "s"\nplatform_version = "LATEST"'),
    cloudFormation: serviceCfn.whole('Leave `PlatformVersion` out.', matches('PlatformVersion', /^1\.[0-3]\.0$/), 'TaskDefinition: t\nPlatformVersion: 1.3.0', 'TaskDefinition: t\nPlatformVersion: LATEST'),
  },
  {
    name: 'ecs-host-namespaces',
    severity: 'medium',
    cwe: 'CWE-653',
    title: 'Task that shares processes or memory with its host',
    why: 'It sees the processes of the host, and their secrets.',
    terraform: terraform('aws_ecs_task_definition').whole('Leave `pid_mode` and `ipc_mode` out.', any(is('pid_mode', 'host'), is('ipc_mode', 'host')), `pid_mode = "host"\n${containerOf('')}`, containerOf('')),
  },
  {
    ...info('ecs-host-network', 'CWE-653', 'Task in the network of its host', 'It reaches what listens on the host alone, and the credentials of the host.'),
    terraform: terraform('aws_ecs_task_definition').whole('Set `network_mode = "awsvpc"`.', is('network_mode', 'host'), `network_mode = "host"\n${containerOf('')}`, `network_mode = "awsvpc"\n${containerOf('')}`),
    cloudFormation: taskCfn.whole('Set `NetworkMode: awsvpc`.', is('NetworkMode', 'host'), `NetworkMode: host\n${containerCfn('')}`, `NetworkMode: awsvpc\n${containerCfn('')}`),
  },
  {
    name: 'ecs-docker-socket',
    severity: 'medium',
    cwe: 'CWE-250',
    title: 'Task that commands the engine of its host',
    why: 'Whoever has the socket is root on the host.',
    terraform: task.whole('Leave the volume out.', matches('volume.host_path', HOST_SOCKET), `${containerOf('')}\nvolume {\n  name      = "engine"\n  host_path = "/var/run/docker.sock"\n}`, containerOf('')),
  },
  written(
    'ecs-secret',
    'Secret of a container',
    task.whole(
      'Revoke it, and name it in `secrets`.',
      ofContainers(some('environment', all(matches('name', SECRET_NAME), secret('value')))),
      containerOf('environment = [{ name = "DB_PASSWORD", value = "q9Zt4LrVb1XeYw0H" }]'),
      containerOf('secrets = [{ name = "DB_PASSWORD", valueFrom = "arn:aws:ssm:eu-west-1:111122223333:parameter/db" }]'),
      [{ on: 'aws_batch_job_definition', breaks: some('container_properties.environment', all(matches('name', SECRET_NAME), secret('value'))) }],
    ),
  ),
  {
    ...info('ecs-writable-root', 'CWE-732', 'Container that may change its own files', 'Whoever breaks in can leave programs there. The default is false.'),
    terraform: task.whole('Set `readonlyRootFilesystem` to true.', all(ofContainers(isnt('readonlyRootFilesystem', true)), LINUX), containerOf(''), containerOf('readonlyRootFilesystem = true')),
    cloudFormation: taskCfn.whole('Set `ReadonlyRootFilesystem: true`.', ofContainersCfn(isnt('ReadonlyRootFilesystem', true)), containerCfn(''), containerCfn('ReadonlyRootFilesystem: true')),
  },
  {
    ...info('ecs-root', 'CWE-250', 'Container that may run as root', 'Where no user is named, the image says who it is, and most say root.'),
    terraform: task.whole('Set `user`.', all(ofContainers(any(absent('user'), matches('user', /^(?:root|0)(?::|$)/))), LINUX), containerOf(''), containerOf('user = "1000"')),
    cloudFormation: taskCfn.whole('Set `User`.', ofContainersCfn(any(absent('User'), matches('User', /^(?:root|0)(?::|$)/))), containerCfn(''), containerCfn("User: '1000'")),
  },
  noLog(
    'ecs-no-log',
    'Container',
    task.whole('Set `logConfiguration`.', ofContainers(absent('logConfiguration')), containerOf(''), containerOf('logConfiguration = { logDriver = "awslogs" }')),
    taskCfn.whole('Set `LogConfiguration`.', ofContainersCfn(absent('LogConfiguration')), containerCfn(''), containerCfn('LogConfiguration: { LogDriver: awslogs }')),
  ),
  {
    ...info('ecs-floating-image', 'CWE-345', 'Container whose image changes under its name', 'What was tested may be replaced.'),
    terraform: task.whole('Name a version or a digest.', ofContainers(matches('image', /(?::latest|^(?!.*@sha256:)(?:[^/]*\/)*[^/:@]+)$/)), containerOf('').replace('app:1', 'app:latest'), containerOf('')),
    cloudFormation: taskCfn.whole('Name a version or a digest.', ofContainersCfn(matches('Image', /(?::latest|^(?!.*@sha256:)(?:[^/]*\/)*[^/:@]+)$/)), containerCfn('').replace('app:1', 'app:latest'), containerCfn('')),
  },
  {
    ...info('ecs-efs-no-login', 'CWE-306', 'File system that is mounted without a login', 'By default nobody asks which role mounts it.'),
    terraform: task.whole(
      'Set `authorization_config { iam = "ENABLED" }`.',
      some('volume.efs_volume_configuration', isnt('authorization_config.iam', 'ENABLED')),
      `${containerOf('')}\nvolume {\n  name = "v"\n  efs_volume_configuration {\n    file_system_id     = "fs-1"\n    transit_encryption = "ENABLED"\n  }\n}`,
      `${containerOf('')}\nvolume {\n  name = "v"\n  efs_volume_configuration {\n    file_system_id     = "fs-1"\n    transit_encryption = "ENABLED"\n    authorization_config {\n      iam = "ENABLED"\n    }\n  }\n}`,
    ),
    cloudFormation: taskCfn.whole(
      'Set `AuthorizationConfig.IAM: ENABLED`.',
      some('Volumes.EFSVolumeConfiguration', isnt('AuthorizationConfig.IAM', 'ENABLED')),
      `${containerCfn('')}\nVolumes:\n  - Name: v\n    EFSVolumeConfiguration:\n      FilesystemId: fs-1\n      TransitEncryption: ENABLED`,
      `${containerCfn('')}\nVolumes:\n  - Name: v\n    EFSVolumeConfiguration:\n      FilesystemId: fs-1\n      TransitEncryption: ENABLED\n      AuthorizationConfig:\n        IAM: ENABLED`,
    ),
  },
  {
    name: 'batch-privileged',
    severity: 'medium',
    cwe: 'CWE-250',
    title: 'Job with privileges',
    why: 'A privileged container is root on its machine.',
    terraform: terraform('aws_batch_job_definition').whole('Leave `privileged` out.', is('container_properties.privileged', true), `${JOB}\n  privileged = true\n})`, `${JOB}\n})`),
  },

  ownKey('eks-secrets-without-own-key', 'Secrets of a cluster', undefined, eksCfn.needs('EncryptionConfig', [])),
  {
    ...info('eks-not-all-logs', 'CWE-778', 'Cluster that keeps some of its logs', 'Each of the five logs is off by default.'),
    terraform: terraform('aws_eks_cluster').whole(
      `Set \`enabled_cluster_log_types = ${JSON.stringify(LOGS)}\`.`,
      any(...LOGS.map((log) => lacks('enabled_cluster_log_types', log))),
      'name                      = "k"\nenabled_cluster_log_types = ["audit"]',
      `name                      = "k"\nenabled_cluster_log_types = ${JSON.stringify(LOGS)}`,
    ),
    cloudFormation: eksCfn.whole('Name all five in `EnabledTypes`.', all(present('Logging.ClusterLogging.EnabledTypes'), any(...LOGS.map((log) => not(some('Logging.ClusterLogging.EnabledTypes', is('Type', log)))))), EKS_CFN, EKS_CFN.replace('- Type: audit', LOGS.map((log) => `- Type: ${log}`).join('\n      '))),
  },
  {
    name: 'eks-old-version',
    severity: 'low',
    cwe: 'CWE-1104',
    title: 'Cluster on a version that AWS has given up',
    why: 'Versions before 1.30 get no fixes. AWS upgrades such clusters by itself, at a time of its own.',
    terraform: eks.whole('Upgrade, one version after the other.', matches('version', /^1\.(?:\d|1\d|2\d)$/), 'name    = "k"\nversion = "1.27"', 'name    = "k"\nversion = "1.34"'),
    cloudFormation: eksCfn.whole('Upgrade, one version after the other.', matches('Version', /^1\.(?:\d|1\d|2\d)$/), `${EKS_CFN}\nVersion: '1.27'`, `${EKS_CFN}\nVersion: '1.34'`),
  },
  {
    ...info('eks-map-of-users', 'CWE-269', 'Cluster whose users stand in a map', 'Whoever may write the map `aws-auth` is administrator. Entries of access are told apart, and recorded.'),
    terraform: eks.wants('access_config.authentication_mode', ['API', 'API_AND_CONFIG_MAP']),
    cloudFormation: eksCfn.wants('AccessConfig.AuthenticationMode', ['API', 'API_AND_CONFIG_MAP']),
  },
  { ...info('eks-no-deletion-protection', 'CWE-693', 'Cluster that a mistake can delete', 'Nothing stops a deletion by default.'), terraform: eks.wants('deletion_protection', true) },
  ownKey('apprunner-own-key', 'Service of App Runner', terraform('aws_apprunner_service', 'service_name = "s"').needs('encryption_configuration.kms_key', KEY_ARN), cloudFormation('AWS::AppRunner::Service', 'ServiceName: s').needs('EncryptionConfiguration.KmsKey', KEY_ARN)),
  {
    ...info('apprunner-not-traced', 'CWE-778', 'Service of App Runner without tracing', 'It is off by default.'),
    terraform: terraform('aws_apprunner_service', 'service_name = "s"').wants('observability_configuration.observability_enabled', true),
    cloudFormation: cloudFormation('AWS::AppRunner::Service', 'ServiceName: s').wants('ObservabilityConfiguration.ObservabilityEnabled', true),
  },
];

import { absent, all, any, is, isnt, matches, not, ports, present, some, world, worldByDefault } from '../condition';
import { type AwsRow, KEY_ARN, cloudFormation, noLog, oneZone, open, ownKey, plainStore, terraform, unprotected } from './row';

const SAFE = 'ami = "ami-1"\nmetadata_options {\n  http_tokens = "required"\n}';
const instance = terraform('aws_instance', SAFE);
const instanceCfn = cloudFormation('AWS::EC2::Instance', 'ImageId: ami-1');
const group = terraform('aws_autoscaling_group', 'min_size = 1\nmax_size = 2');
const groupCfn = cloudFormation('AWS::AutoScaling::AutoScalingGroup', "MinSize: '1'\nMaxSize: '2'");
const environment = terraform('aws_elastic_beanstalk_environment');
const environmentCfn = cloudFormation('AWS::ElasticBeanstalk::Environment');
const BEANSTALK = 'name        = "e"\napplication = "a"';
/** An option of Elastic Beanstalk that must have a value. */
const option = (namespace: string, name: string, value: string | boolean) => ({
  terraform: environment.whole(`Set the option \`${name}\` of \`${namespace}\` to ${value}.`, not(some('setting', all(is('name', name), is('value', value)))), BEANSTALK, `${BEANSTALK}\nsetting {\n  namespace = "${namespace}"\n  name      = "${name}"\n  value     = "${value}"\n}`),
  cloudFormation: environmentCfn.whole(
    `Set the option \`${name}\` of \`${namespace}\` to ${value}.`,
    all(absent('TemplateName'), not(some('OptionSettings', all(is('OptionName', name), is('Value', value))))),
    'ApplicationName: a',
    `ApplicationName: a\nOptionSettings:\n  - Namespace: ${namespace}\n    OptionName: ${name}\n    Value: '${value}'`,
  ),
});
const GRAVE_PORTS = [22, 3389, 1433, 3306, 5432, 6379, 9200, 27_017];

const info = (name: string, cwe: string, title: string, why: string) => ({ name, severity: 'info', cwe, title, why, optional: true }) as const;

export const machineRows: readonly AwsRow[] = [
  ownKey('ebs-own-key', 'Volume', terraform('aws_ebs_volume', 'availability_zone = "eu-west-1a"\nencrypted = true').needs('kms_key_id', KEY_ARN), cloudFormation('AWS::EC2::Volume', 'AvailabilityZone: eu-west-1a\nSize: 10\nEncrypted: true').needs('KmsKeyId', KEY_ARN)),
  ownKey('ebs-copy-own-key', 'Copy of a snapshot or an image', terraform(['aws_ebs_snapshot_copy', 'aws_ami_copy'], 'source_region = "eu-west-1"\nencrypted = true').needs('kms_key_id', KEY_ARN)),
  plainStore('ami-copy-unencrypted', 'Copy of an image', 'low', terraform('aws_ami_copy', 'name = "a"\nsource_ami_id = "ami-1"\nsource_ami_region = "eu-west-1"').wants('encrypted', true)),
  plainStore('ami-unencrypted', 'Disk of an image', 'low', terraform('aws_ami', 'name = "a"').refuses('ebs_block_device.encrypted', false, true)),
  { ...info('instance-not-measured', 'CWE-778', 'Machine that is measured every five minutes', 'Detailed monitoring is off by default.'), terraform: instance.wants('monitoring', true), cloudFormation: instanceCfn.wants('Monitoring', true) },
  { ...info('instance-no-role', 'CWE-522', 'Machine without a role', 'What it needs of AWS has to come with keys that somebody copies onto it.'), terraform: instance.needs('iam_instance_profile', 'app'), cloudFormation: instanceCfn.needs('IamInstanceProfile', 'app') },
  unprotected('instance-no-termination-protection', 'Machine', instance.wants('disable_api_termination', true), instanceCfn.wants('DisableApiTermination', true)),
  {
    name: 'imds-far-away',
    severity: 'info',
    cwe: 'CWE-441',
    title: 'Metadata that containers reach, too',
    optional: true,
    why: 'With more than one hop a container gets the credentials of its machine. Nodes of EKS need two where pods use them.',
    terraform: terraform(['aws_instance', 'aws_launch_template', 'aws_launch_configuration']).whole(
      'Set `http_put_response_hop_limit = 1`.',
      { op: 'above', path: 'metadata_options.http_put_response_hop_limit', than: 1 },
      'metadata_options {\n  http_tokens                 = "required"\n  http_put_response_hop_limit = 2\n}',
      'metadata_options {\n  http_tokens                 = "required"\n  http_put_response_hop_limit = 1\n}',
    ),
    cloudFormation: cloudFormation('AWS::EC2::LaunchTemplate').whole(
      'Set `HttpPutResponseHopLimit: 1`.',
      { op: 'above', path: 'LaunchTemplateData.MetadataOptions.HttpPutResponseHopLimit', than: 1 },
      'LaunchTemplateData:\n  MetadataOptions:\n    HttpTokens: required\n    HttpPutResponseHopLimit: 2',
      'LaunchTemplateData:\n  MetadataOptions:\n    HttpTokens: required\n    HttpPutResponseHopLimit: 1',
      [{ on: 'AWS::AutoScaling::LaunchConfiguration', breaks: { op: 'above', path: 'MetadataOptions.HttpPutResponseHopLimit', than: 1 } }],
    ),
  },
  {
    name: 'imds-v1-in-account',
    severity: 'medium',
    cwe: 'CWE-441',
    title: 'Account whose machines give their credentials to any request',
    why: 'Each machine of the region that says nothing answers without a token.',
    terraform: terraform('aws_ec2_instance_metadata_defaults').refuses('http_tokens', 'optional', 'required'),
  },
  {
    name: 'launch-template-public-address',
    severity: 'low',
    cwe: 'CWE-668',
    title: 'Machines that get a public address',
    optional: true,
    why: 'Only security groups are between them and everybody.',
    terraform: terraform('aws_launch_template').whole('Set `associate_public_ip_address = false`.', is('network_interfaces.associate_public_ip_address', true), 'network_interfaces {\n  associate_public_ip_address = true\n}', 'network_interfaces {\n  associate_public_ip_address = false\n}'),
    cloudFormation: cloudFormation('AWS::EC2::LaunchTemplate').whole(
      'Set `AssociatePublicIpAddress: false`.',
      is('LaunchTemplateData.NetworkInterfaces.AssociatePublicIpAddress', true),
      'LaunchTemplateData:\n  NetworkInterfaces:\n    - AssociatePublicIpAddress: true',
      'LaunchTemplateData:\n  NetworkInterfaces:\n    - AssociatePublicIpAddress: false',
      [{ on: 'AWS::AutoScaling::LaunchConfiguration', breaks: is('AssociatePublicIpAddress', true) }],
    ),
  },
  {
    ...info('autoscaling-no-health-check', 'CWE-693', 'Machines whose balancer is not asked', 'By default only a machine that has stopped is replaced, and not one that answers no requests.'),
    terraform: group.whole('Set `health_check_type = "ELB"`.', all(any(present('target_group_arns'), present('load_balancers')), not(matches('health_check_type', /ELB/))), 'target_group_arns = ["arn"]', 'target_group_arns = ["arn"]\nhealth_check_type = "ELB"'),
    cloudFormation: groupCfn.whole('Set `HealthCheckType: ELB`.', all(any(present('TargetGroupARNs'), present('LoadBalancerNames')), not(matches('HealthCheckType', /ELB/))), 'TargetGroupARNs: [arn]', 'TargetGroupARNs: [arn]\nHealthCheckType: ELB'),
  },
  {
    ...info('autoscaling-old-form', 'CWE-1104', 'Machines by a launch configuration', 'AWS adds nothing to launch configurations any more, and new accounts have none.'),
    terraform: group.whole('Use a launch template.', present('launch_configuration'), 'launch_configuration = "a"', 'launch_template {\n  id = "a"\n}'),
    cloudFormation: groupCfn.whole('Use a launch template.', present('LaunchConfigurationName'), 'LaunchConfigurationName: a', 'LaunchTemplate:\n  LaunchTemplateId: a'),
  },
  oneZone(
    'autoscaling-one-zone',
    'Group of machines',
    group.whole('Name more than one zone or subnet.', any({ op: 'fewer', path: 'vpc_zone_identifier', than: 2 }, { op: 'fewer', path: 'availability_zones', than: 2 }), 'vpc_zone_identifier = ["subnet-1"]', 'vpc_zone_identifier = ["subnet-1", "subnet-2"]'),
    groupCfn.whole('Name more than one zone or subnet.', any({ op: 'fewer', path: 'VPCZoneIdentifier', than: 2 }, { op: 'fewer', path: 'AvailabilityZones', than: 2 }), 'AvailabilityZones: [eu-west-1a]', 'AvailabilityZones: [eu-west-1a, eu-west-1b]'),
  ),
  plainStore(
    'spot-unencrypted',
    'Disk of a spot machine',
    'low',
    terraform('aws_spot_fleet_request').whole(
      'Set `encrypted = true`.',
      any(is('launch_specification.root_block_device.encrypted', false), is('launch_specification.ebs_block_device.encrypted', false)),
      'launch_specification {\n  root_block_device {\n    encrypted = false\n  }\n}',
      'launch_specification {\n  root_block_device {\n    encrypted = true\n  }\n}',
      [{ on: 'aws_spot_instance_request', breaks: is('root_block_device.encrypted', false) }],
    ),
  ),
  { name: 'images-public-allowed', severity: 'medium', cwe: 'CWE-732', title: 'Public images allowed', why: 'Images hold the code, the keys and the configuration of the machine that they were made of.', terraform: terraform('aws_ec2_image_block_public_access').refuses('state', 'unblocked', 'block-new-sharing') },
  {
    name: 'serial-console-on',
    severity: 'low',
    cwe: 'CWE-284',
    title: 'Serial console of all machines',
    optional: true,
    why: 'It goes around networks and security groups.',
    terraform: terraform('aws_ec2_serial_console_access').whole('Set `enabled = false`.', isnt('enabled', false), 'enabled = true', 'enabled = false'),
  },

  { name: 'beanstalk-no-updates', severity: 'low', cwe: 'CWE-1104', title: 'Environment that takes no updates of its platform', optional: true, why: 'Known holes stay open until somebody updates by hand.', ...option('aws:elasticbeanstalk:managedactions', 'ManagedActionsEnabled', true) },
  { ...info('beanstalk-basic-health', 'CWE-778', 'Environment that tells little of its health', 'Basic health says whether the machines answer, and not why.'), ...option('aws:elasticbeanstalk:healthreporting:system', 'SystemType', 'enhanced') },
  { ...noLog('beanstalk-no-log', 'Environment'), ...option('aws:elasticbeanstalk:cloudwatch:logs', 'StreamLogs', true) },
  { name: 'beanstalk-imds-v1', severity: 'low', cwe: 'CWE-441', title: 'Environment that leaves IMDSv1 as it is', optional: true, why: 'Where IMDSv1 answers, a forged request of the server gets the credentials of the machine’s role.', ...option('aws:autoscaling:launchconfiguration', 'DisableIMDSv1', true) },
  open('lightsail-database-public', 'Database', terraform('aws_lightsail_database', 'relational_database_name = "d"').refuses('publicly_accessible', true, false), cloudFormation('AWS::Lightsail::Database', 'RelationalDatabaseName: d').refuses('PubliclyAccessible', true, false)),
  {
    name: 'lightsail-open',
    severity: 'medium',
    cwe: 'CWE-284',
    title: 'Machine of Lightsail that everybody logs in to',
    why: 'Without `cidrs` a port is open to everybody.',
    terraform: terraform('aws_lightsail_instance_public_ports').whole(
      'Name networks in `cidrs`.',
      some('port_info', all(any(absent('cidrs'), world('cidrs')), ports(['from_port', 'to_port'], GRAVE_PORTS))),
      'instance_name = "i"\nport_info {\n  protocol  = "tcp"\n  from_port = 22\n  to_port   = 22\n}',
      'instance_name = "i"\nport_info {\n  protocol  = "tcp"\n  from_port = 22\n  to_port   = 22\n  cidrs     = ["10.0.0.0/8"]\n}',
    ),
    cloudFormation: cloudFormation('AWS::Lightsail::Instance').whole(
      'Name networks in `Cidrs`.',
      some('Networking.Ports', all(any(world('Cidrs'), worldByDefault('Cidrs')), ports(['FromPort', 'ToPort'], GRAVE_PORTS))),
      'InstanceName: i\nNetworking:\n  Ports:\n    - FromPort: 22\n      ToPort: 22\n      Cidrs: [0.0.0.0/0]',
      'InstanceName: i\nNetworking:\n  Ports:\n    - FromPort: 22\n      ToPort: 22\n      Cidrs: [10.0.0.0/8]',
    ),
  },
  ownKey(
    'workspace-own-key',
    'Desktop',
    terraform('aws_workspaces_workspace', 'directory_id = "d"\nbundle_id = "b"\nuser_name = "ada"\nroot_volume_encryption_enabled = true\nuser_volume_encryption_enabled = true').needs('volume_encryption_key', KEY_ARN),
    cloudFormation('AWS::WorkSpaces::Workspace', 'BundleId: b\nDirectoryId: d\nUserName: ada\nRootVolumeEncryptionEnabled: true\nUserVolumeEncryptionEnabled: true').needs('VolumeEncryptionKey', KEY_ARN),
  ),
  {
    ...info('workspace-users-are-administrators', 'CWE-250', 'Desktops whose users are administrators', 'A program that a user starts may change the whole desktop.'),
    terraform: terraform('aws_workspaces_directory', 'directory_id = "d"').refuses('workspace_creation_properties.user_enabled_as_local_administrator', true, false),
  },
  noLog(
    'image-builder-no-log',
    'Build of images',
    terraform('aws_imagebuilder_infrastructure_configuration', 'name = "i"\ninstance_profile_name = "p"').needs('logging.s3_logs.s3_bucket_name', 'logs'),
    cloudFormation('AWS::ImageBuilder::InfrastructureConfiguration', 'Name: i\nInstanceProfileName: p').needs('Logging.S3Logs.S3BucketName', 'logs'),
  ),
  {
    name: 'image-builder-imds-v1',
    severity: 'low',
    cwe: 'CWE-441',
    title: 'Build of images that gives its credentials to any request',
    optional: true,
    why: 'A forged request of what is built gets the credentials of the role.',
    terraform: terraform('aws_imagebuilder_infrastructure_configuration', 'name = "i"\ninstance_profile_name = "p"').wants('instance_metadata_options.http_tokens', 'required'),
    cloudFormation: cloudFormation('AWS::ImageBuilder::InfrastructureConfiguration', 'Name: i\nInstanceProfileName: p').wants('InstanceMetadataOptions.HttpTokens', 'required'),
  },
  ownKey('image-builder-own-key', 'Part of an image', terraform('aws_imagebuilder_component', 'name = "c"\nplatform = "Linux"\nversion = "1.0.0"').needs('kms_key_id', KEY_ARN), cloudFormation('AWS::ImageBuilder::Component', 'Name: c\nPlatform: Linux\nVersion: 1.0.0').needs('KmsKeyId', KEY_ARN)),
  plainStore(
    'image-builder-unencrypted',
    'Disk of an image',
    'low',
    terraform(['aws_imagebuilder_image_recipe', 'aws_imagebuilder_container_recipe']).whole(
      'Set `encrypted = true`.',
      any(is('block_device_mapping.ebs.encrypted', false), is('instance_configuration.block_device_mapping.ebs.encrypted', false)),
      'name = "r"\nblock_device_mapping {\n  ebs {\n    encrypted = false\n  }\n}',
      'name = "r"\nblock_device_mapping {\n  ebs {\n    encrypted = true\n  }\n}',
    ),
    cloudFormation('AWS::ImageBuilder::ImageRecipe').whole('Set `Encrypted: true`.', is('BlockDeviceMappings.Ebs.Encrypted', false), 'Name: r\nBlockDeviceMappings:\n  - Ebs:\n      Encrypted: false', 'Name: r\nBlockDeviceMappings:\n  - Ebs:\n      Encrypted: true'),
  ),
  {
    name: 'image-builder-public',
    severity: 'high',
    cwe: 'CWE-732',
    title: 'Built images for everybody',
    why: 'Images hold the code, the keys and the configuration of the machine that they were made of.',
    terraform: terraform('aws_imagebuilder_distribution_configuration').whole(
      'Name accounts in `user_ids`.',
      matches('distribution.ami_distribution_configuration.launch_permission.user_groups', /^all$/),
      'distribution {\n  region = "eu-west-1"\n  ami_distribution_configuration {\n    launch_permission {\n      user_groups = ["all"]\n    }\n  }\n}',
      'distribution {\n  region = "eu-west-1"\n  ami_distribution_configuration {\n    launch_permission {\n      user_ids = ["111122223333"]\n    }\n  }\n}',
    ),
  },
  plainStore(
    'snapshots-copied-unencrypted',
    'Copy of snapshots in another region',
    'low',
    terraform('aws_dlm_lifecycle_policy').whole(
      'Set `encrypted = true`.',
      is('policy_details.schedule.cross_region_copy_rule.encrypted', false),
      'policy_details {\n  schedule {\n    cross_region_copy_rule {\n      target    = "eu-central-1"\n      encrypted = false\n    }\n  }\n}',
      'policy_details {\n  schedule {\n    cross_region_copy_rule {\n      target    = "eu-central-1"\n      encrypted = true\n    }\n  }\n}',
    ),
    cloudFormation('AWS::DLM::LifecyclePolicy').whole(
      'Set `Encrypted: true`.',
      is('PolicyDetails.Schedules.CrossRegionCopyRules.Encrypted', false),
      'PolicyDetails:\n  Schedules:\n    - CrossRegionCopyRules:\n        - Encrypted: false',
      'PolicyDetails:\n  Schedules:\n    - CrossRegionCopyRules:\n        - Encrypted: true',
    ),
  ),
  ownKey(
    'snapshots-copied-own-key',
    'Copy of snapshots in another region',
    terraform('aws_dlm_lifecycle_policy').whole(
      'Set `cmk_arn`.',
      some('policy_details.schedule.cross_region_copy_rule', all(is('encrypted', true), absent('cmk_arn'))),
      'policy_details {\n  schedule {\n    cross_region_copy_rule {\n      encrypted = true\n    }\n  }\n}',
      `policy_details {\n  schedule {\n    cross_region_copy_rule {\n      encrypted = true\n      cmk_arn   = "${KEY_ARN}"\n    }\n  }\n}`,
    ),
  ),
  {
    ...info('cloud9-by-ssh', 'CWE-668', 'Workplace that is reached by SSH', 'With Session Manager no port is open.'),
    terraform: terraform('aws_cloud9_environment_ec2', 'name = "w"\ninstance_type = "t3.small"').wants('connection_type', 'CONNECT_SSM'),
    cloudFormation: cloudFormation('AWS::Cloud9::EnvironmentEC2', 'InstanceType: t3.small').wants('ConnectionType', 'CONNECT_SSM'),
  },
];

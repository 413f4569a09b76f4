import { absent, all, any, below, is, some } from '../condition';
import { type AwsRow, KEY_ARN, cloudFormation, oneZone, ownKey, plainWay, terraform } from './row';

const NOTEBOOK = 'name = "n"\nrole_arn = "arn"\ninstance_type = "ml.t3.medium"\ndirect_internet_access = "Disabled"';
const notebook = terraform('aws_sagemaker_notebook_instance', NOTEBOOK);
const NOTEBOOK_CFN = 'RoleArn: arn\nInstanceType: ml.t3.medium\nDirectInternetAccess: Disabled';
const notebookCfn = cloudFormation('AWS::SageMaker::NotebookInstance', NOTEBOOK_CFN);
const domain = terraform('aws_sagemaker_domain', 'domain_name = "d"\nauth_mode = "IAM"\nvpc_id = "vpc-1"');
const domainCfn = cloudFormation('AWS::SageMaker::Domain', 'DomainName: d\nAuthMode: IAM\nVpcId: vpc-1');
const model = terraform('aws_sagemaker_model', 'execution_role_arn = "arn"');
const modelCfn = cloudFormation('AWS::SageMaker::Model', 'ExecutionRoleArn: arn');
const JOBS = ['aws_sagemaker_data_quality_job_definition'];
const JOBS_CFN = ['AWS::SageMaker::DataQualityJobDefinition', 'AWS::SageMaker::ModelBiasJobDefinition', 'AWS::SageMaker::ModelExplainabilityJobDefinition', 'AWS::SageMaker::ModelQualityJobDefinition'];
const LANGUAGE = ['aws_comprehend_document_classifier', 'aws_comprehend_entity_recognizer'];

export const machineLearningRows: readonly AwsRow[] = [
  ownKey('notebook-own-key', 'Notebook', notebook.needs('kms_key_id', KEY_ARN), notebookCfn.needs('KmsKeyId', KEY_ARN)),
  {
    name: 'notebook-root',
    severity: 'low',
    cwe: 'CWE-250',
    title: 'Notebook whose users are root',
    optional: true,
    why: 'It is enabled by default: code of a notebook changes the machine and reads its credentials.',
    terraform: notebook.wants('root_access', 'Disabled'),
    cloudFormation: notebookCfn.wants('RootAccess', 'Disabled'),
  },
  { name: 'notebook-outside', severity: 'low', cwe: 'CWE-668', title: 'Notebook outside of a network', optional: true, why: 'It runs in a network of AWS, where nothing of one’s own watches it.', terraform: notebook.needs('subnet_id', 'subnet-1'), cloudFormation: notebookCfn.needs('SubnetId', 'subnet-1') },
  {
    name: 'notebook-imds-v1',
    severity: 'low',
    cwe: 'CWE-441',
    title: 'Notebook that gives its credentials to any request',
    why: 'The provider’s default is version 1 of the metadata service, which answers without a token.',
    terraform: notebook.wants('instance_metadata_service_configuration.minimum_instance_metadata_service_version', '2'),
    cloudFormation: notebookCfn.wants('InstanceMetadataServiceConfiguration.MinimumInstanceMetadataServiceVersion', '2'),
  },
  {
    name: 'notebook-old-platform',
    severity: 'low',
    cwe: 'CWE-1104',
    title: 'Notebook on a platform that AWS has given up',
    why: 'Known holes stay open.',
    terraform: notebook.refuses('platform_identifier', ['notebook-al1-v1', 'notebook-al2-v1', 'notebook-al2-v2'], 'notebook-al2023-v1'),
    cloudFormation: notebookCfn.refuses('PlatformIdentifier', ['notebook-al1-v1', 'notebook-al2-v1', 'notebook-al2-v2'], 'notebook-al2023-v1'),
  },
  ownKey('endpoint-own-key', 'Endpoint of a model', terraform('aws_sagemaker_endpoint_configuration', 'name = "e"').needs('kms_key_arn', KEY_ARN), cloudFormation('AWS::SageMaker::EndpointConfig', 'EndpointConfigName: e').needs('KmsKeyId', KEY_ARN)),
  oneZone(
    'endpoint-one-machine',
    'Endpoint of a model on one machine',
    terraform('aws_sagemaker_endpoint_configuration').whole(
      'Set `initial_instance_count = 2` or more.',
      some('production_variants', all(absent('serverless_config'), any(absent('initial_instance_count'), below('initial_instance_count', 2)))),
      'production_variants {\n  model_name             = "m"\n  initial_instance_count = 1\n}',
      'production_variants {\n  model_name             = "m"\n  initial_instance_count = 2\n}',
    ),
    cloudFormation('AWS::SageMaker::EndpointConfig').whole('Set `InitialInstanceCount: 2` or more.', below('ProductionVariants.InitialInstanceCount', 2), 'ProductionVariants:\n  - ModelName: m\n    InitialInstanceCount: 1', 'ProductionVariants:\n  - ModelName: m\n    InitialInstanceCount: 2'),
  ),
  ownKey('studio-own-key', 'Studio', domain.needs('kms_key_id', KEY_ARN), domainCfn.needs('KmsKeyId', KEY_ARN)),
  {
    name: 'studio-outside',
    severity: 'low',
    cwe: 'CWE-668',
    title: 'Studio with the internet',
    optional: true,
    why: 'By default what is not for its storage goes through a network of AWS, where nothing of one’s own watches it.',
    terraform: domain.wants('app_network_access_type', 'VpcOnly'),
    cloudFormation: domainCfn.wants('AppNetworkAccessType', 'VpcOnly'),
  },
  {
    name: 'model-not-isolated',
    severity: 'info',
    cwe: 'CWE-668',
    title: 'Model that may reach the network',
    optional: true,
    why: 'The code of a model may send out what it is asked. Isolation is off by default.',
    terraform: model.wants('enable_network_isolation', true),
    cloudFormation: modelCfn.wants('EnableNetworkIsolation', true),
  },
  { name: 'model-outside', severity: 'info', cwe: 'CWE-668', title: 'Model outside of a network', optional: true, why: 'It runs in a network of AWS, where nothing of one’s own watches it.', terraform: model.needs('vpc_config.subnets', ['subnet-1']), cloudFormation: modelCfn.needs('VpcConfig.Subnets', ['subnet-1']) },
  ownKey(
    'model-check-own-key',
    'Check of a model',
    terraform(JOBS).whole(
      'Set `volume_kms_key_id`, and `kms_key_id` of the output.',
      any(absent('job_resources.cluster_config.volume_kms_key_id'), absent('data_quality_job_output_config.kms_key_id')),
      'name = "c"',
      `name = "c"\njob_resources {\n  cluster_config {\n    volume_kms_key_id = "${KEY_ARN}"\n  }\n}\ndata_quality_job_output_config {\n  kms_key_id = "${KEY_ARN}"\n}`,
    ),
    cloudFormation(JOBS_CFN, 'RoleArn: arn').needs('JobResources.ClusterConfig.VolumeKmsKeyId', KEY_ARN),
  ),
  { ...plainWay('model-check-plain', 'Machines of a check of a model', 'low', terraform(JOBS, 'name = "c"').wants('network_config.enable_inter_container_traffic_encryption', true), cloudFormation(JOBS_CFN, 'RoleArn: arn').wants('NetworkConfig.EnableInterContainerTrafficEncryption', true)), optional: true },
  {
    name: 'model-check-not-isolated',
    severity: 'info',
    cwe: 'CWE-668',
    title: 'Check of a model that may reach the network',
    optional: true,
    why: 'Isolation is off by default.',
    terraform: terraform(JOBS, 'name = "c"').wants('network_config.enable_network_isolation', true),
    cloudFormation: cloudFormation(JOBS_CFN, 'RoleArn: arn').wants('NetworkConfig.EnableNetworkIsolation', true),
  },
  ownKey(
    'features-own-key',
    'Store of features',
    terraform('aws_sagemaker_feature_group').whole(
      'Set `security_config { kms_key_id = … }`.',
      all(is('online_store_config.enable_online_store', true), absent('online_store_config.security_config.kms_key_id')),
      'feature_group_name = "f"\nonline_store_config {\n  enable_online_store = true\n}',
      `feature_group_name = "f"\nonline_store_config {\n  enable_online_store = true\n  security_config {\n    kms_key_id = "${KEY_ARN}"\n  }\n}`,
    ),
    cloudFormation('AWS::SageMaker::FeatureGroup').whole(
      'Set `OnlineStoreConfig.SecurityConfig.KmsKeyId`.',
      all(is('OnlineStoreConfig.EnableOnlineStore', true), absent('OnlineStoreConfig.SecurityConfig.KmsKeyId')),
      'FeatureGroupName: f\nOnlineStoreConfig:\n  EnableOnlineStore: true',
      `FeatureGroupName: f\nOnlineStoreConfig:\n  EnableOnlineStore: true\n  SecurityConfig:\n    KmsKeyId: ${KEY_ARN}`,
    ),
  ),
  ownKey('reviews-own-key', 'Reviews by people', terraform('aws_sagemaker_flow_definition', 'flow_definition_name = "f"').needs('output_config.kms_key_id', KEY_ARN)),

  ownKey('bedrock-agent-own-key', 'Agent of Bedrock', terraform('aws_bedrockagent_agent', 'agent_name = "a"').needs('customer_encryption_key_arn', KEY_ARN), cloudFormation('AWS::Bedrock::Agent', 'AgentName: a').needs('CustomerEncryptionKeyArn', KEY_ARN)),
  {
    name: 'bedrock-no-guardrail',
    severity: 'info',
    cwe: 'CWE-693',
    title: 'Agent of Bedrock without a guardrail',
    optional: true,
    why: 'Nothing looks at what goes in and comes out.',
    terraform: terraform('aws_bedrockagent_agent', 'agent_name = "a"').needs('guardrail_configuration.guardrail_identifier', 'g'),
    cloudFormation: cloudFormation('AWS::Bedrock::Agent', 'AgentName: a').needs('GuardrailConfiguration.GuardrailIdentifier', 'g'),
  },
  ownKey('bedrock-guardrail-own-key', 'Guardrail of Bedrock', terraform('aws_bedrock_guardrail', 'name = "g"').needs('kms_key_arn', KEY_ARN), cloudFormation('AWS::Bedrock::Guardrail', 'Name: g').needs('KmsKeyArn', KEY_ARN)),
  ownKey('bedrock-model-own-key', 'Model of Bedrock', terraform('aws_bedrock_custom_model', 'custom_model_name = "m"').needs('custom_model_kms_key_id', KEY_ARN)),
  ownKey(
    'comprehend-model-own-key',
    'Model of language',
    terraform(LANGUAGE, 'name = "m"').whole('Set `model_kms_key_id` and `volume_kms_key_id`.', any(absent('model_kms_key_id'), absent('volume_kms_key_id')), 'name = "m"', `name              = "m"\nmodel_kms_key_id  = "${KEY_ARN}"\nvolume_kms_key_id = "${KEY_ARN}"`),
  ),
  { name: 'comprehend-outside', severity: 'info', cwe: 'CWE-668', title: 'Model of language that is trained outside of a network', optional: true, why: 'It runs in a network of AWS, where nothing of one’s own watches it.', terraform: terraform(LANGUAGE, 'name = "m"').needs('vpc_config.subnets', ['subnet-1']) },
];

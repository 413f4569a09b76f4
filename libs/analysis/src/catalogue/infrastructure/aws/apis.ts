import { absent, all, any, is, isnt, matches, not, present, some, without } from '../condition';
import { type AwsRow, KEY_ARN, cloudFormation, noLog, oneZone, ownKey, plainStore, plainWay, terraform } from './row';

const FUNCTION = 'function_name = "f"\nrole = "arn"';
const lambda = terraform('aws_lambda_function', FUNCTION);
const FUNCTION_CFN = 'Role: arn\nRuntime: python3.13';
const lambdaCfn = cloudFormation('AWS::Lambda::Function', FUNCTION_CFN);
const either = cloudFormation(['AWS::Lambda::Function', 'AWS::Serverless::Function'], FUNCTION_CFN);
const STAGE = 'stage_name = "live"\nrest_api_id = "r"';
const stage = terraform('aws_api_gateway_stage', STAGE);
const stageCfn = cloudFormation('AWS::ApiGateway::Stage', 'StageName: live\nRestApiId: r');
const settings = terraform('aws_api_gateway_method_settings', 'rest_api_id = "r"\nstage_name = "live"\nmethod_path = "*/*"');
const METHOD = 'rest_api_id = "r"\nresource_id = "s"\nhttp_method = "POST"';
const method = terraform('aws_api_gateway_method', METHOD);
const graph = terraform('aws_appsync_graphql_api', 'name = "g"\nauthentication_type = "AWS_IAM"');
const graphCfn = cloudFormation('AWS::AppSync::GraphQLApi', 'Name: g\nAuthenticationType: AWS_IAM');
const store = terraform('aws_appsync_api_cache', 'api_id = "g"\ntype = "SMALL"\nttl = 60');
const storeCfn = cloudFormation('AWS::AppSync::ApiCache', 'ApiId: g\nType: SMALL\nTtl: 60');
const machine = terraform('aws_sfn_state_machine', 'name = "m"\nrole_arn = "arn"');
const machineCfn = cloudFormation('AWS::StepFunctions::StateMachine', 'RoleArn: arn');

const info = (name: string, cwe: string, title: string, why: string) => ({ name, severity: 'info', cwe, title, why, optional: true }) as const;

export const apiRows: readonly AwsRow[] = [
  { ...info('lambda-outside', 'CWE-668', 'Function outside of a network', 'It runs in a network of AWS, where nothing of one’s own watches what it sends out. Most need none.'), terraform: lambda.needs('vpc_config.subnet_ids', ['subnet-1']), cloudFormation: either.needs('VpcConfig.SubnetIds', ['subnet-1']) },
  oneZone(
    'lambda-one-zone',
    'Function',
    terraform('aws_lambda_function').whole(
      'Name a subnet of each zone.',
      { op: 'fewer', path: 'vpc_config.subnet_ids', than: 2 },
      'vpc_config {\n  subnet_ids         = ["subnet-1"]\n  security_group_ids = ["sg-1"]\n}',
      'vpc_config {\n  subnet_ids         = ["subnet-1", "subnet-2"]\n  security_group_ids = ["sg-1"]\n}',
    ),
    either.whole('Name a subnet of each zone.', { op: 'fewer', path: 'VpcConfig.SubnetIds', than: 2 }, `${FUNCTION_CFN}\nVpcConfig:\n  SubnetIds: [subnet-1]`, `${FUNCTION_CFN}\nVpcConfig:\n  SubnetIds: [subnet-1, subnet-2]`),
  ),
  {
    ...info('lambda-lost-events', 'CWE-693', 'Function that loses what it cannot handle', 'An event that fails three times is gone.'),
    terraform: lambda.needs('dead_letter_config.target_arn', 'arn', { where: without('aws_lambda_function_event_invoke_config', 'function_name') }),
    cloudFormation: lambdaCfn.needs('DeadLetterConfig.TargetArn', 'arn', { also: [{ on: 'AWS::Serverless::Function', breaks: all(absent('DeadLetterQueue'), absent('EventInvokeConfig')) }] }),
  },
  {
    ...info('lambda-no-limit', 'CWE-693', 'Function that may take all that the account has', 'Without a limit of its own, one that runs wild leaves nothing for the others.'),
    terraform: lambda.whole('Set `reserved_concurrent_executions`.', any(absent('reserved_concurrent_executions'), is('reserved_concurrent_executions', -1)), 'function_name = "f"', 'function_name                  = "f"\nreserved_concurrent_executions = 20'),
    cloudFormation: either.needs('ReservedConcurrentExecutions', 20),
  },
  ownKey(
    'lambda-own-key',
    'Environment of a function',
    terraform('aws_lambda_function').whole('Set `kms_key_arn`.', all(present('environment.variables'), absent('kms_key_arn')), 'environment {\n  variables = {\n    MODE = "live"\n  }\n}', `kms_key_arn = "${KEY_ARN}"\nenvironment {\n  variables = {\n    MODE = "live"\n  }\n}`),
    cloudFormation(['AWS::Lambda::Function', 'AWS::Serverless::Function'], `${FUNCTION_CFN}\nEnvironment:\n  Variables:\n    MODE: live`).needs('KmsKeyArn', KEY_ARN, { where: present('Environment.Variables') }),
  ),
  {
    ...info('lambda-not-signed', 'CWE-345', 'Function whose code nobody signed', 'Whoever may change the function changes its code.'),
    terraform: lambda.needs('code_signing_config_arn', 'arn', { where: isnt('package_type', 'Image') }),
    cloudFormation: either.needs('CodeSigningConfigArn', 'arn', { where: isnt('PackageType', 'Image') }),
  },
  noLog('lambda-no-tracing', 'Function', undefined, lambdaCfn.wants('TracingConfig.Mode', 'Active', { also: [{ on: 'AWS::Serverless::Function', breaks: isnt('Tracing', 'Active') }] })),
  {
    name: 'lambda-layer-for-anyone',
    severity: 'medium',
    cwe: 'CWE-732',
    title: 'Layer that every account may load',
    why: 'Everybody reads its code. Some layers are published on purpose.',
    terraform: terraform('aws_lambda_layer_version_permission').whole('Name an account, or set `organization_id`.', all(is('principal', '*'), absent('organization_id')), 'layer_name = "l"\nprincipal  = "*"', 'layer_name      = "l"\nprincipal       = "*"\norganization_id = "o-1"'),
    cloudFormation: cloudFormation('AWS::Lambda::LayerVersionPermission').whole(
      'Name an account, or set `OrganizationId`.',
      all(is('Principal', '*'), absent('OrganizationId')),
      "Action: lambda:GetLayerVersion\nLayerVersionArn: arn\nPrincipal: '*'",
      "Action: lambda:GetLayerVersion\nLayerVersionArn: arn\nPrincipal: '*'\nOrganizationId: o-1",
    ),
  },
  {
    name: 'lambda-url-any-origin',
    severity: 'low',
    cwe: 'CWE-942',
    title: 'Address of a function for pages of any origin',
    why: 'A page of anybody may send the browser of a user to it.',
    terraform: terraform('aws_lambda_function_url').whole(
      'Name the origins.',
      matches('cors.allow_origins', /^\*$/),
      'function_name      = "f"\nauthorization_type = "AWS_IAM"\ncors {\n  allow_origins = ["*"]\n}',
      'function_name      = "f"\nauthorization_type = "AWS_IAM"\ncors {\n  allow_origins = ["https://app.example.com"]\n}',
    ),
    cloudFormation: cloudFormation('AWS::Lambda::Url').whole('Name the origins.', matches('Cors.AllowOrigins', /^\*$/), "AuthType: AWS_IAM\nTargetFunctionArn: arn\nCors:\n  AllowOrigins: ['*']", "AuthType: AWS_IAM\nTargetFunctionArn: arn\nCors:\n  AllowOrigins: ['https://app.example.com']"),
  },

  { ...noLog('api-no-tracing', 'API'), title: 'API without tracing', why: 'Tracing is off by default.', terraform: stage.wants('xray_tracing_enabled', true), cloudFormation: stageCfn.wants('TracingEnabled', true, { also: [{ on: 'AWS::Serverless::Api', breaks: isnt('TracingEnabled', true) }] }) },
  {
    ...info('api-no-firewall', 'CWE-693', 'API without a firewall', 'Nothing looks at requests before the application does.'),
    terraform: terraform('aws_api_gateway_stage').whole(
      'Add `aws_wafv2_web_acl_association`.',
      all(without('aws_wafv2_web_acl_association', 'resource_arn'), without('aws_wafregional_web_acl_association', 'resource_arn')),
      'stage_name = "live"',
      'resource "aws_api_gateway_stage" "example" {\n  stage_name = "live"\n}\n\nresource "aws_wafv2_web_acl_association" "example" {\n  resource_arn = aws_api_gateway_stage.example.arn\n  web_acl_arn  = "arn"\n}',
    ),
    cloudFormation: cloudFormation('AWS::ApiGateway::Stage').whole(
      'Add `AWS::WAFv2::WebACLAssociation`.',
      without('AWS::WAFv2::WebACLAssociation', 'ResourceArn'),
      'StageName: live',
      'Resources:\n  Example:\n    Type: AWS::ApiGateway::Stage\n    Properties:\n      StageName: live\n  Firewall:\n    Type: AWS::WAFv2::WebACLAssociation\n    Properties:\n      ResourceArn: !Sub arn:aws:apigateway:eu-west-1::/restapis/r/stages/${Example}\n      WebACLArn: arn',
    ),
  },
  { ...info('api-no-client-certificate', 'CWE-306', 'API that shows its servers no certificate', 'Servers cannot tell whether a request came through the gateway.'), terraform: stage.needs('client_certificate_id', 'c'), cloudFormation: stageCfn.needs('ClientCertificateId', 'c') },
  noLog(
    'api-no-execution-log',
    'What an API does',
    settings.wants('settings.logging_level', ['INFO', 'ERROR']),
    stageCfn.whole('Set `LoggingLevel` in `MethodSettings`.', not(some('MethodSettings', is('LoggingLevel', 'INFO', 'ERROR'))), 'StageName: live\nRestApiId: r', "StageName: live\nRestApiId: r\nMethodSettings:\n  - HttpMethod: '*'\n    ResourcePath: /*\n    LoggingLevel: ERROR"),
  ),
  {
    name: 'api-logs-bodies',
    severity: 'low',
    cwe: 'CWE-532',
    title: 'API that writes whole requests to its log',
    why: 'The log has what users sent, passwords and tokens too.',
    terraform: settings.refuses('settings.data_trace_enabled', true, false),
    cloudFormation: stageCfn.whole('Leave `DataTraceEnabled` out.', is('MethodSettings.DataTraceEnabled', true), "StageName: live\nMethodSettings:\n  - HttpMethod: '*'\n    DataTraceEnabled: true", "StageName: live\nMethodSettings:\n  - HttpMethod: '*'\n    DataTraceEnabled: false", [
      { on: 'AWS::Serverless::Api', breaks: is('MethodSettings.DataTraceEnabled', true) },
    ]),
  },
  {
    name: 'api-cache-unencrypted',
    severity: 'low',
    cwe: 'CWE-311',
    title: 'Answers of an API that are kept without encryption',
    why: 'The default is false.',
    cloudFormation: stageCfn.whole(
      'Set `CacheDataEncrypted: true`.',
      some('MethodSettings', all(is('CachingEnabled', true), isnt('CacheDataEncrypted', true))),
      "StageName: live\nMethodSettings:\n  - HttpMethod: '*'\n    CachingEnabled: true",
      "StageName: live\nMethodSettings:\n  - HttpMethod: '*'\n    CachingEnabled: true\n    CacheDataEncrypted: true",
    ),
  },
  {
    name: 'api-method-without-login',
    severity: 'low',
    cwe: 'CWE-306',
    title: 'Method of an API that asks for no login',
    why: 'Everybody may call it, unless what is behind it asks.',
    terraform: method.refuses('authorization', 'NONE', 'AWS_IAM', { where: all(isnt('api_key_required', true), isnt('http_method', 'OPTIONS')) }),
  },
  {
    name: 'api-route-without-login',
    severity: 'low',
    cwe: 'CWE-306',
    title: 'Route of an API that asks for no login',
    why: 'Everybody may call it, unless what is behind it asks. The default is NONE.',
    terraform: terraform('aws_apigatewayv2_route').whole(
      'Set `authorization_type`.',
      all(isnt('authorization_type', 'AWS_IAM', 'JWT', 'CUSTOM'), isnt('api_key_required', true), matches('route_key', /^(?:(?:ANY|GET|POST|PUT|PATCH|DELETE) |\$connect$)/)),
      'api_id    = "a"\nroute_key = "GET /orders"',
      'api_id             = "a"\nroute_key          = "GET /orders"\nauthorization_type = "AWS_IAM"',
    ),
  },
  {
    ...info('api-requests-unchecked', 'CWE-1286', 'Method of an API that checks no request', 'What is missing or of the wrong form reaches the server.'),
    terraform: method.needs('request_validator_id', 'v', { where: isnt('http_method', 'OPTIONS') }),
    cloudFormation: cloudFormation('AWS::ApiGateway::Method', 'RestApiId: r\nResourceId: s\nHttpMethod: POST\nAuthorizationType: AWS_IAM').needs('RequestValidatorId', 'v', { where: isnt('HttpMethod', 'OPTIONS') }),
  },
  {
    name: 'api-any-origin',
    severity: 'info',
    cwe: 'CWE-942',
    title: 'API for pages of any origin',
    optional: true,
    why: 'A page of anybody may send the browser of a user to it.',
    terraform: terraform('aws_apigatewayv2_api').whole(
      'Name the origins.',
      matches('cors_configuration.allow_origins', /^\*$/),
      'name          = "a"\nprotocol_type = "HTTP"\ncors_configuration {\n  allow_origins = ["*"]\n}',
      'name          = "a"\nprotocol_type = "HTTP"\ncors_configuration {\n  allow_origins = ["https://app.example.com"]\n}',
    ),
    cloudFormation: cloudFormation('AWS::ApiGatewayV2::Api').whole('Name the origins.', matches('CorsConfiguration.AllowOrigins', /^\*$/), "Name: a\nProtocolType: HTTP\nCorsConfiguration:\n  AllowOrigins: ['*']", "Name: a\nProtocolType: HTTP\nCorsConfiguration:\n  AllowOrigins: ['https://app.example.com']"),
  },

  { name: 'graphql-api-key', severity: 'low', cwe: 'CWE-306', title: 'API of GraphQL with a key for everybody', why: 'The key stands in each app, and tells nobody apart.', terraform: terraform('aws_appsync_graphql_api', 'name = "g"').refuses('authentication_type', 'API_KEY', 'AWS_IAM') },
  noLog('graphql-no-log', 'API of GraphQL', graph.wants('log_config.field_log_level', ['ALL', 'ERROR', 'INFO', 'DEBUG']), graphCfn.wants('LogConfig.FieldLogLevel', ['ALL', 'ERROR', 'INFO', 'DEBUG'])),
  { ...info('graphql-no-tracing', 'CWE-778', 'API of GraphQL without tracing', 'It is off by default.'), terraform: graph.wants('xray_enabled', true), cloudFormation: graphCfn.wants('XrayEnabled', true) },
  { ...info('graphql-tells-its-schema', 'CWE-668', 'API of GraphQL that tells strangers its schema', 'Introspection is on by default.'), terraform: graph.wants('introspection_config', 'DISABLED'), cloudFormation: graphCfn.wants('IntrospectionConfig', 'DISABLED') },
  { ...plainStore('graphql-cache-unencrypted', 'Cache of an API of GraphQL', 'low', store.wants('at_rest_encryption_enabled', true), storeCfn.wants('AtRestEncryptionEnabled', true)), why: 'The default is false, and it cannot be changed afterwards.' },
  plainWay('graphql-cache-plain-connections', 'Cache of an API of GraphQL', 'low', store.wants('transit_encryption_enabled', true), storeCfn.wants('TransitEncryptionEnabled', true)),
  {
    ...info('graphql-no-firewall', 'CWE-693', 'API of GraphQL without a firewall', 'Nothing looks at requests before the application does.'),
    terraform: terraform('aws_appsync_graphql_api').whole(
      'Add `aws_wafv2_web_acl_association`.',
      without('aws_wafv2_web_acl_association', 'resource_arn'),
      'name = "g"',
      'resource "aws_appsync_graphql_api" "example" {\n  name = "g"\n}\n\nresource "aws_wafv2_web_acl_association" "example" {\n  resource_arn = aws_appsync_graphql_api.example.arn\n  web_acl_arn  = "arn"\n}',
    ),
    cloudFormation: cloudFormation('AWS::AppSync::GraphQLApi').whole(
      'Add `AWS::WAFv2::WebACLAssociation`.',
      without('AWS::WAFv2::WebACLAssociation', 'ResourceArn'),
      'Name: g\nAuthenticationType: AWS_IAM',
      'Resources:\n  Example:\n    Type: AWS::AppSync::GraphQLApi\n    Properties:\n      Name: g\n      AuthenticationType: AWS_IAM\n  Firewall:\n    Type: AWS::WAFv2::WebACLAssociation\n    Properties:\n      ResourceArn: !GetAtt Example.Arn\n      WebACLArn: arn',
    ),
  },

  noLog('state-machine-no-log', 'State machine', machine.wants('logging_configuration.level', ['ALL', 'ERROR', 'FATAL'])),
  {
    ...info('state-machine-no-tracing', 'CWE-778', 'State machine without tracing', 'It is off by default.'),
    terraform: machine.wants('tracing_configuration.enabled', true),
    cloudFormation: machineCfn.wants('TracingConfiguration.Enabled', true, { also: [{ on: 'AWS::Serverless::StateMachine', breaks: isnt('Tracing.Enabled', true) }] }),
  },
  ownKey('state-machine-own-key', 'State machine', machine.needs('encryption_configuration.kms_key_id', KEY_ARN), machineCfn.needs('EncryptionConfiguration.KmsKeyId', KEY_ARN)),
];

import { type Condition, absent, all, any, is, isnt, matches, not, present, some, without } from '../condition';
import { type AwsRow, cloudFormation, noLog, oneZone, terraform, unprotected } from './row';

const BALANCERS = ['aws_lb', 'aws_alb'];
const balancer = terraform(BALANCERS, 'name = "l"');
const BALANCER_CFN = 'AWS::ElasticLoadBalancingV2::LoadBalancer';
const balancerCfn = cloudFormation(BALANCER_CFN);
/** An attribute of a load balancer, as an item of its list. */
const attribute = (key: string, value: string | boolean): Condition => some('LoadBalancerAttributes', all(is('Key', key), is('Value', value)));
const withAttribute = (key: string, value: string | boolean, where: readonly Condition[] = []) => balancerCfn.whole(`Set the attribute \`${key}\` to ${value}.`, all(not(attribute(key, value)), ...where), 'Name: l', `Name: l\nLoadBalancerAttributes:\n  - Key: ${key}\n    Value: '${value}'`);
const application = isnt('load_balancer_type', 'network', 'gateway');
const applicationCfn = isnt('Type', 'network', 'gateway');
const classic = terraform('aws_elb', 'listener {\n  instance_port = 443\n  instance_protocol = "https"\n  lb_port = 443\n  lb_protocol = "https"\n}');
const classicCfn = cloudFormation('AWS::ElasticLoadBalancing::LoadBalancer', "Listeners:\n  - InstancePort: '443'\n    LoadBalancerPort: '443'\n    Protocol: HTTPS");

const FRONT = 'default_cache_behavior {\n  target_origin_id       = "o"\n  viewer_protocol_policy = "https-only"\n}';
const front = terraform('aws_cloudfront_distribution', FRONT);
const FRONT_CFN = 'DistributionConfig:\n  DefaultCacheBehavior:\n    TargetOriginId: o\n    ViewerProtocolPolicy: https-only';
const frontCfn = cloudFormation('AWS::CloudFront::Distribution');
/** A setting that a CloudFront distribution must have. */
const ofFront = (path: string, example: string, breaks: Condition) => frontCfn.whole(`Set \`DistributionConfig.${path}\`.`, breaks, FRONT_CFN, `${FRONT_CFN}\n  ${example}`);
const ORIGIN = (protocols: string) => `${FRONT}\norigin {\n  domain_name = "app.example.com"\n  origin_id   = "o"\n  custom_origin_config {\n    origin_protocol_policy = "https-only"\n    origin_ssl_protocols   = ["${protocols}"]\n  }\n}`;
const ORIGIN_CFN = (protocols: string) => `${FRONT_CFN}\n  Origins:\n    - Id: o\n      DomainName: app.example.com\n      CustomOriginConfig:\n        OriginProtocolPolicy: https-only\n        OriginSSLProtocols: [${protocols}]`;
const BUCKET_ORIGIN = (rest: string) => `${FRONT}\norigin {\n  domain_name = "reports.s3.eu-west-1.amazonaws.com"\n  origin_id   = "o"${rest}\n}`;
const BUCKET_ORIGIN_CFN = (rest: string) => `${FRONT_CFN}\n  Origins:\n    - Id: o\n      DomainName: reports.s3.eu-west-1.amazonaws.com${rest}`;
const OF_BUCKET = /\.s3[.-][a-z0-9-]*\.?amazonaws\.com$/;

const FIREWALL = 'resource "aws_wafv2_web_acl" "example" {\n  name = "f"\n  rule {\n    name = "r"\n    statement {\n      managed_rule_group_statement {\n        name        = "AWSManagedRulesKnownBadInputsRuleSet"\n        vendor_name = "AWS"\n      }\n    }\n  }\n}';
const firewall = terraform('aws_wafv2_web_acl');
const FIREWALL_CFN = 'Scope: REGIONAL';
const firewallCfn = cloudFormation('AWS::WAFv2::WebACL');
const OLD_FIREWALLS = ['aws_waf_web_acl', 'aws_wafregional_web_acl'];

const info = (name: string, cwe: string, title: string, why: string) => ({ name, severity: 'info', cwe, title, why, optional: true }) as const;

export const deliveryRows: readonly AwsRow[] = [
  {
    name: 'lb-desync-watched-only',
    severity: 'low',
    cwe: 'CWE-444',
    title: 'Balancer that passes on requests that can be read in two ways',
    why: 'The default stops those that are dangerous; `monitor` counts them only.',
    terraform: terraform([...BALANCERS, 'aws_elb'], 'name = "l"').refuses('desync_mitigation_mode', 'monitor', 'defensive'),
    cloudFormation: balancerCfn.whole(
      'Set `routing.http.desync_mitigation_mode` to defensive.',
      attribute('routing.http.desync_mitigation_mode', 'monitor'),
      'Name: l\nLoadBalancerAttributes:\n  - Key: routing.http.desync_mitigation_mode\n    Value: monitor',
      'Name: l\nLoadBalancerAttributes:\n  - Key: routing.http.desync_mitigation_mode\n    Value: defensive',
    ),
  },
  {
    name: 'lb-invalid-headers',
    severity: 'low',
    cwe: 'CWE-444',
    title: 'Balancer that passes on invalid headers',
    optional: true,
    why: 'By default headers that are not valid go on, and servers read them in different ways.',
    cloudFormation: withAttribute('routing.http.drop_invalid_header_fields.enabled', true, [applicationCfn]),
  },
  unprotected('lb-no-deletion-protection', 'Balancer', undefined, withAttribute('deletion_protection.enabled', true)),
  noLog('lb-v2-no-access-log', 'Balancer', undefined, withAttribute('access_logs.s3.enabled', true)),
  {
    ...info('lb-public', 'CWE-668', 'Balancer on the internet', 'It is public by default. Most are meant to be.'),
    terraform: terraform([...BALANCERS, 'aws_elb'], 'name = "l"').wants('internal', true, { where: isnt('load_balancer_type', 'gateway') }),
    cloudFormation: balancerCfn.whole('Set `Scheme: internal`.', all(isnt('Scheme', 'internal'), isnt('Type', 'gateway')), 'Name: l', 'Name: l\nScheme: internal'),
  },
  {
    ...info('lb-no-firewall', 'CWE-693', 'Balancer without a firewall', 'Nothing looks at requests before the application does.'),
    terraform: terraform(BALANCERS).whole(
      'Add `aws_wafv2_web_acl_association`.',
      all(application, isnt('internal', true), without('aws_wafv2_web_acl_association', 'resource_arn'), without('aws_wafregional_web_acl_association', 'resource_arn')),
      'name = "l"',
      'resource "aws_lb" "example" {\n  name = "l"\n}\n\nresource "aws_wafv2_web_acl_association" "example" {\n  resource_arn = aws_lb.example.arn\n  web_acl_arn  = "arn"\n}',
    ),
    cloudFormation: balancerCfn.whole(
      'Add `AWS::WAFv2::WebACLAssociation`.',
      all(applicationCfn, isnt('Scheme', 'internal'), without('AWS::WAFv2::WebACLAssociation', 'ResourceArn')),
      'Name: l',
      `Resources:\n  Example:\n    Type: ${BALANCER_CFN}\n    Properties:\n      Name: l\n  Firewall:\n    Type: AWS::WAFv2::WebACLAssociation\n    Properties:\n      ResourceArn: !Ref Example\n      WebACLArn: arn`,
    ),
  },
  oneZone(
    'lb-one-zone',
    'Balancer',
    balancer.whole('Name a subnet of each zone.', { op: 'fewer', path: 'subnets', than: 2 }, 'subnets = ["subnet-1"]', 'subnets = ["subnet-1", "subnet-2"]'),
    balancerCfn.whole('Name a subnet of each zone.', { op: 'fewer', path: 'Subnets', than: 2 }, 'Subnets: [subnet-1]', 'Subnets: [subnet-1, subnet-2]'),
  ),
  oneZone('lb-own-zone-only', 'Balancer that spreads', terraform(BALANCERS, 'load_balancer_type = "network"').wants('enable_cross_zone_load_balancing', true, { where: is('load_balancer_type', 'network', 'gateway') }), classicCfn.refuses('CrossZone', false, true)),
  {
    ...info('lb-plain-servers', 'CWE-319', 'Balancer that speaks HTTP to its servers', 'Whoever is in the network between reads and changes what is sent.'),
    terraform: terraform(['aws_lb_target_group', 'aws_alb_target_group'], 'port = 443').refuses('protocol', 'HTTP', 'HTTPS'),
    cloudFormation: cloudFormation('AWS::ElasticLoadBalancingV2::TargetGroup', 'Port: 443').refuses('Protocol', 'HTTP', 'HTTPS'),
  },
  {
    ...info('lb-no-health-check', 'CWE-693', 'Servers that nobody asks how they are', 'Checks are on by default.'),
    terraform: terraform(['aws_lb_target_group', 'aws_alb_target_group'], 'port = 443\nprotocol = "HTTPS"').refuses('health_check.enabled', false, true),
    cloudFormation: cloudFormation('AWS::ElasticLoadBalancingV2::TargetGroup', 'Port: 443\nProtocol: HTTPS').refuses('HealthCheckEnabled', false, true),
  },
  { ...info('elb-cuts-connections', 'CWE-693', 'Balancer that cuts connections', 'A machine that is taken away loses what it is doing.'), terraform: classic.wants('connection_draining', true), cloudFormation: classicCfn.wants('ConnectionDrainingPolicy.Enabled', true) },
  {
    ...info('elb-classic', 'CWE-1104', 'Balancer of the first kind', 'AWS adds nothing to classic balancers any more, such as TLS 1.3.'),
    terraform: classic.whole('Use `aws_lb`.', all(), 'listener {\n  instance_port     = 443\n  instance_protocol = "https"\n  lb_port           = 443\n  lb_protocol       = "https"\n}', 'resource "aws_lb" "example" {\n  name = "l"\n}'),
  },
  {
    name: 'elb-old-tls',
    severity: 'medium',
    cwe: 'CWE-327',
    title: 'Balancer that takes old TLS',
    why: 'TLS 1.0 and 1.1 and SSL 3 have known holes.',
    terraform: terraform(['aws_load_balancer_policy', 'aws_lb_ssl_negotiation_policy']).whole(
      'Leave the protocol out.',
      some('policy_attribute', all(is('name', 'Protocol-SSLv3', 'Protocol-TLSv1', 'Protocol-TLSv1.1'), is('value', true))),
      'policy_name = "p"\npolicy_attribute {\n  name  = "Protocol-TLSv1"\n  value = "true"\n}',
      'policy_name = "p"\npolicy_attribute {\n  name  = "Protocol-TLSv1.2"\n  value = "true"\n}',
      [{ on: 'aws_lb_ssl_negotiation_policy', breaks: some('attribute', all(is('name', 'Protocol-SSLv3', 'Protocol-TLSv1', 'Protocol-TLSv1.1'), is('value', true))) }],
    ),
  },

  {
    ...info('cloudfront-no-start', 'CWE-1188', 'Distribution without a first page', 'Where the origin is a bucket, its list of objects may be shown.'),
    terraform: front.needs('default_root_object', 'index.html'),
    cloudFormation: ofFront('DefaultRootObject', 'DefaultRootObject: index.html', absent('DistributionConfig.DefaultRootObject')),
  },
  {
    ...info('cloudfront-one-origin', 'CWE-693', 'Distribution with one origin', 'When it fails, so does the site.'),
    terraform: front.whole('Add `origin_group`.', absent('origin_group'), FRONT, `${FRONT}\norigin_group {\n  origin_id = "o"\n}`),
    cloudFormation: ofFront('OriginGroups', 'OriginGroups: { Quantity: 1 }', absent('DistributionConfig.OriginGroups')),
  },
  {
    name: 'cloudfront-origin-old-tls',
    severity: 'low',
    cwe: 'CWE-327',
    title: 'Origin that is asked by old TLS',
    why: 'TLS 1.0 and 1.1 and SSL 3 have known holes.',
    terraform: front.whole('Set `origin_ssl_protocols = ["TLSv1.2"]`.', matches('origin.custom_origin_config.origin_ssl_protocols', /^(?:SSLv3|TLSv1|TLSv1\.1)$/), ORIGIN('TLSv1'), ORIGIN('TLSv1.2')),
    cloudFormation: frontCfn.whole('Set `OriginSSLProtocols: [TLSv1.2]`.', matches('DistributionConfig.Origins.CustomOriginConfig.OriginSSLProtocols', /^(?:SSLv3|TLSv1|TLSv1\.1)$/), ORIGIN_CFN('TLSv1'), ORIGIN_CFN('TLSv1.2')),
  },
  {
    ...info('cloudfront-shared-certificate', 'CWE-1188', 'Distribution with the certificate of AWS', 'Then it takes TLS 1.0, and has no name of its own.'),
    terraform: front.whole(
      'Name a certificate in `viewer_certificate`.',
      is('viewer_certificate.cloudfront_default_certificate', true),
      `${FRONT}\nviewer_certificate {\n  cloudfront_default_certificate = true\n}`,
      `${FRONT}\nviewer_certificate {\n  acm_certificate_arn      = "arn"\n  ssl_support_method       = "sni-only"\n  minimum_protocol_version = "TLSv1.2_2021"\n}`,
    ),
    cloudFormation: ofFront('ViewerCertificate', 'ViewerCertificate: { AcmCertificateArn: arn, MinimumProtocolVersion: TLSv1.2_2021 }', any(absent('DistributionConfig.ViewerCertificate'), is('DistributionConfig.ViewerCertificate.CloudFrontDefaultCertificate', true))),
  },
  {
    name: 'cloudfront-bucket-without-control',
    severity: 'low',
    cwe: 'CWE-284',
    title: 'Bucket behind a distribution that everybody has to reach',
    why: 'Without a control of its own the distribution comes as a stranger, so that the bucket has to be public.',
    terraform: front.whole('Set `origin_access_control_id`.', some('origin', all(matches('domain_name', OF_BUCKET), absent('s3_origin_config.origin_access_identity'), absent('origin_access_control_id'), absent('custom_origin_config'))), BUCKET_ORIGIN(''), BUCKET_ORIGIN('\n  origin_access_control_id = "E1"')),
    cloudFormation: frontCfn.whole(
      'Set `OriginAccessControlId`.',
      some('DistributionConfig.Origins', all(matches('DomainName', OF_BUCKET), any(absent('S3OriginConfig.OriginAccessIdentity'), is('S3OriginConfig.OriginAccessIdentity', '')), absent('OriginAccessControlId'), absent('CustomOriginConfig'))),
      BUCKET_ORIGIN_CFN(''),
      BUCKET_ORIGIN_CFN('\n      OriginAccessControlId: E1'),
    ),
  },
  {
    ...info('cloudfront-no-headers', 'CWE-693', 'Distribution that adds no headers of protection', 'A policy of headers, such as of HSTS, is off by default.'),
    terraform: front.whole('Set `response_headers_policy_id`.', absent('default_cache_behavior.response_headers_policy_id'), FRONT, FRONT.replace(/\}$/, '  response_headers_policy_id = "p"\n}')),
    cloudFormation: frontCfn.whole('Set `ResponseHeadersPolicyId`.', absent('DistributionConfig.DefaultCacheBehavior.ResponseHeadersPolicyId'), FRONT_CFN, `${FRONT_CFN}\n    ResponseHeadersPolicyId: p`),
  },
  {
    ...info('cloudfront-headers-without-hsts', 'CWE-319', 'Policy of headers without HSTS', 'A browser that was sent to HTTP goes there.'),
    terraform: terraform('aws_cloudfront_response_headers_policy', 'name = "h"').needs('security_headers_config.strict_transport_security.access_control_max_age_sec', 31_536_000),
    cloudFormation: cloudFormation('AWS::CloudFront::ResponseHeadersPolicy').needs('ResponseHeadersPolicyConfig.SecurityHeadersConfig.StrictTransportSecurity.AccessControlMaxAgeSec', 31_536_000),
  },
  {
    ...info('cloudfront-every-country', 'CWE-668', 'Distribution for every country', 'Most are meant to be. Some auditors ask for a list.'),
    terraform: front.refuses('restrictions.geo_restriction.restriction_type', 'none', 'whitelist'),
    cloudFormation: ofFront('Restrictions', 'Restrictions: { GeoRestriction: { RestrictionType: whitelist, Locations: [DE] } }', not(is('DistributionConfig.Restrictions.GeoRestriction.RestrictionType', 'whitelist', 'blacklist'))),
  },
  { ...info('cloudfront-no-firewall', 'CWE-693', 'Distribution without a firewall', 'Nothing looks at requests before the application does.'), cloudFormation: ofFront('WebACLId', 'WebACLId: arn', absent('DistributionConfig.WebACLId')) },
  noLog('accelerator-no-flow-log', 'Accelerator', terraform('aws_globalaccelerator_accelerator', 'name = "a"').wants('attributes.flow_logs_enabled', true)),

  noLog(
    'waf-no-log',
    'Firewall',
    firewall.whole(
      'Add `aws_wafv2_web_acl_logging_configuration`.',
      without('aws_wafv2_web_acl_logging_configuration', 'resource_arn'),
      FIREWALL,
      `${FIREWALL}\n\nresource "aws_wafv2_web_acl_logging_configuration" "example" {\n  resource_arn            = aws_wafv2_web_acl.example.arn\n  log_destination_configs = ["arn"]\n}`,
    ),
    firewallCfn.whole(
      'Add `AWS::WAFv2::LoggingConfiguration`.',
      without('AWS::WAFv2::LoggingConfiguration', 'ResourceArn'),
      FIREWALL_CFN,
      'Resources:\n  Example:\n    Type: AWS::WAFv2::WebACL\n    Properties:\n      Scope: REGIONAL\n  Log:\n    Type: AWS::WAFv2::LoggingConfiguration\n    Properties:\n      ResourceArn: !GetAtt Example.Arn',
    ),
  ),
  {
    ...noLog('waf-not-measured', 'What a firewall stops'),
    title: 'Firewall that measures nothing',
    terraform: terraform(['aws_wafv2_web_acl', 'aws_wafv2_rule_group']).whole(
      'Set `cloudwatch_metrics_enabled = true`.',
      any(is('visibility_config.cloudwatch_metrics_enabled', false), is('rule.visibility_config.cloudwatch_metrics_enabled', false)),
      'visibility_config {\n  cloudwatch_metrics_enabled = false\n}',
      'visibility_config {\n  cloudwatch_metrics_enabled = true\n}',
    ),
    cloudFormation: cloudFormation(['AWS::WAFv2::WebACL', 'AWS::WAFv2::RuleGroup']).whole(
      'Set `CloudWatchMetricsEnabled: true`.',
      any(is('VisibilityConfig.CloudWatchMetricsEnabled', false), is('Rules.VisibilityConfig.CloudWatchMetricsEnabled', false)),
      'VisibilityConfig:\n  CloudWatchMetricsEnabled: false',
      'VisibilityConfig:\n  CloudWatchMetricsEnabled: true',
    ),
  },
  {
    ...info('waf-without-rules', 'CWE-693', 'Firewall without rules', 'It looks at nothing.'),
    terraform: firewall.whole('Add a rule.', all(absent('rule'), absent('rule_json'), absent('rules')), 'name = "f"', 'name = "f"\nrule {\n  name = "r"\n}', [{ on: OLD_FIREWALLS, breaks: all(absent('rules'), absent('rule')) }]),
    cloudFormation: firewallCfn.whole('Add a rule.', absent('Rules'), FIREWALL_CFN, `${FIREWALL_CFN}\nRules:\n  - Name: r`),
  },
  {
    ...info('waf-no-known-inputs', 'CWE-693', 'Firewall that lets known attacks through', 'The group AWSManagedRulesKnownBadInputsRuleSet stops Log4Shell and its like.'),
    terraform: firewall.whole('Add the group of rules.', all(present('rule'), not(some('rule.statement.managed_rule_group_statement', is('name', 'AWSManagedRulesKnownBadInputsRuleSet')))), 'name = "f"\nrule {\n  name = "r"\n}', FIREWALL),
    cloudFormation: firewallCfn.whole(
      'Add the group of rules.',
      all(present('Rules'), not(some('Rules.Statement.ManagedRuleGroupStatement', is('Name', 'AWSManagedRulesKnownBadInputsRuleSet')))),
      `${FIREWALL_CFN}\nRules:\n  - Name: r`,
      `${FIREWALL_CFN}\nRules:\n  - Name: r\n    Statement:\n      ManagedRuleGroupStatement:\n        Name: AWSManagedRulesKnownBadInputsRuleSet\n        VendorName: AWS`,
    ),
  },
  {
    name: 'waf-retired',
    severity: 'low',
    cwe: 'CWE-1104',
    title: 'Firewall of a service that AWS has ended',
    why: 'WAF Classic ended in September 2025.',
    terraform: terraform(OLD_FIREWALLS).whole('Use `aws_wafv2_web_acl`.', all(), 'name        = "f"\nmetric_name = "f"', FIREWALL),
    cloudFormation: cloudFormation(['AWS::WAF::WebACL', 'AWS::WAFRegional::WebACL']).whole('Use `AWS::WAFv2::WebACL`.', all(), 'MetricName: f', 'Resources:\n  Example:\n    Type: AWS::WAFv2::WebACL\n    Properties:\n      Scope: REGIONAL'),
  },

  {
    name: 'certificate-not-published',
    severity: 'low',
    cwe: 'CWE-345',
    title: 'Certificate that stands in no public log',
    why: 'Browsers refuse it, and nobody sees a false one beside it.',
    terraform: terraform('aws_acm_certificate', 'domain_name = "app.example.com"\nvalidation_method = "DNS"').refuses('options.certificate_transparency_logging_preference', 'DISABLED', 'ENABLED', { where: absent('certificate_authority_arn') }),
    cloudFormation: cloudFormation('AWS::CertificateManager::Certificate', 'DomainName: app.example.com\nValidationMethod: DNS').refuses('CertificateTransparencyLoggingPreference', 'DISABLED', 'ENABLED', { where: absent('CertificateAuthorityArn') }),
  },
  {
    name: 'certificate-short-key',
    severity: 'medium',
    cwe: 'CWE-326',
    title: 'Certificate with a short key',
    why: 'Keys of 1,024 bits can be broken.',
    terraform: terraform('aws_acm_certificate', 'domain_name = "app.example.com"').refuses('key_algorithm', 'RSA_1024', 'EC_prime256v1'),
    cloudFormation: cloudFormation('AWS::CertificateManager::Certificate', 'DomainName: app.example.com').refuses('KeyAlgorithm', 'RSA_1024', 'EC_prime256v1'),
  },
  {
    ...info('certificate-for-all-names', 'CWE-1188', 'Certificate for all names of a domain', 'Whoever gets its key speaks for each of them.'),
    terraform: terraform('aws_acm_certificate').whole('Name each.', any(matches('domain_name', /^\*\./), matches('subject_alternative_names', /^\*\./)), 'domain_name = "*.example.com"', 'domain_name = "app.example.com"'),
    cloudFormation: cloudFormation('AWS::CertificateManager::Certificate').whole('Name each.', any(matches('DomainName', /^\*\./), matches('SubjectAlternativeNames', /^\*\./)), "DomainName: '*.example.com'", 'DomainName: app.example.com'),
  },
  {
    ...info('certificate-by-mail', 'CWE-693', 'Certificate that is renewed by mail', 'Somebody has to answer in time; by DNS it renews by itself.'),
    terraform: terraform('aws_acm_certificate', 'domain_name = "app.example.com"').refuses('validation_method', 'EMAIL', 'DNS'),
    cloudFormation: cloudFormation('AWS::CertificateManager::Certificate', 'DomainName: app.example.com').refuses('ValidationMethod', 'EMAIL', 'DNS'),
  },
  {
    name: 'authority-no-revocation',
    severity: 'low',
    cwe: 'CWE-693',
    title: 'Authority that cannot take a certificate back',
    optional: true,
    why: 'Neither a list nor a responder says which are revoked.',
    terraform: terraform('aws_acmpca_certificate_authority', 'type = "SUBORDINATE"').needs('revocation_configuration.crl_configuration.enabled', true, { where: absent('revocation_configuration') }),
    cloudFormation: cloudFormation('AWS::ACMPCA::CertificateAuthority', 'Type: SUBORDINATE').needs('RevocationConfiguration.CrlConfiguration.Enabled', true, { where: absent('RevocationConfiguration') }),
  },
];

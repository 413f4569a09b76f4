import { absent, all, any, is, isnt, matches, not, policy, ports, present, some, without, world, worldByDefault } from '../condition';
import { type AwsRow, KEY_ARN, cloudFormation, noLog, oneZone, ownKey, terraform, unprotected } from './row';

const VPC = 'resource "aws_vpc" "example" {\n  cidr_block = "10.0.0.0/16"\n}';
const vpc = terraform('aws_vpc');
const GROUPS = ['aws_security_group', 'aws_default_security_group'];
const INGRESS = 'ingress {\n  description = "web"\n  protocol    = "tcp"\n  from_port   = 443\n  to_port     = 443\n  cidr_blocks = ["10.0.0.0/8"]\n}';
const GROUP_CFN = 'GroupDescription: web\nSecurityGroupIngress:\n  - Description: web\n    IpProtocol: tcp\n    FromPort: 443\n    ToPort: 443\n    CidrIp: 10.0.0.0/8';
const everywhere = any(world('cidr_blocks'), world('ipv6_cidr_blocks'));
const everyProtocol = is('protocol', '-1', 'all');
const EGRESS = (from: string) => `egress {\n  protocol    = "-1"\n  from_port   = 0\n  to_port     = 0\n  cidr_blocks = ["${from}"]\n}`;
const firewall = terraform('aws_networkfirewall_firewall', 'name = "f"\nfirewall_policy_arn = "arn"\nvpc_id = "vpc-1"');
const firewallCfn = cloudFormation('AWS::NetworkFirewall::Firewall', 'FirewallName: f\nFirewallPolicyArn: arn\nVpcId: vpc-1');
const PASSES = (action: string, fragments = 'aws:drop') => `firewall_policy {\n  stateless_default_actions          = ["${action}"]\n  stateless_fragment_default_actions = ["${fragments}"]\n}`;
const PASSES_CFN = (action: string) => `FirewallPolicyName: p\nFirewallPolicy:\n  StatelessDefaultActions: ['${action}']\n  StatelessFragmentDefaultActions: ['aws:drop']`;
const vpn = terraform('aws_vpn_connection', 'customer_gateway_id = "cgw-1"\ntype = "ipsec.1"');
const TUNNELS = ['tunnel1', 'tunnel2'];
const ZONE = 'resource "aws_route53_zone" "example" {\n  name = "example.com"\n}';
const isPublic = absent('vpc');
const zone = terraform('aws_route53_zone');

const info = (name: string, cwe: string, title: string, why: string) => ({ name, severity: 'info', cwe, title, why, optional: true }) as const;

export const networkRows: readonly AwsRow[] = [
  {
    ...info('security-group-undescribed', 'CWE-1188', 'Rule of a security group that says not what it is for', 'Nobody dares to remove it later.'),
    terraform: terraform(GROUPS).whole('Set `description` of each rule.', any(some('ingress', absent('description')), some('egress', absent('description'))), INGRESS.replace('  description = "web"\n', ''), INGRESS, [
      { on: ['aws_security_group_rule', 'aws_vpc_security_group_ingress_rule', 'aws_vpc_security_group_egress_rule'], breaks: absent('description') },
    ]),
    cloudFormation: cloudFormation('AWS::EC2::SecurityGroup').whole('Set `Description` of each rule.', any(some('SecurityGroupIngress', absent('Description')), some('SecurityGroupEgress', absent('Description'))), GROUP_CFN.replace('- Description: web\n    ', '- '), GROUP_CFN, [
      { on: ['AWS::EC2::SecurityGroupIngress', 'AWS::EC2::SecurityGroupEgress'], breaks: absent('Description') },
    ]),
  },
  {
    ...info('security-group-unnamed', 'CWE-1188', 'Security group that says not what it is for', 'The provider writes “Managed by Terraform”.'),
    terraform: terraform('aws_security_group', INGRESS).needs('description', 'web servers'),
  },
  {
    ...info('open-outwards', 'CWE-668', 'Everything may go out', 'Whoever breaks in sends data anywhere, and loads programs from anywhere.'),
    terraform: terraform(GROUPS).whole('Name the networks and ports that it needs.', some('egress', all(everywhere, everyProtocol)), EGRESS('0.0.0.0/0'), EGRESS('10.0.0.0/8'), [
      { on: 'aws_security_group_rule', breaks: all(is('type', 'egress'), everywhere, everyProtocol) },
      { on: 'aws_vpc_security_group_egress_rule', breaks: all(any(world('cidr_ipv4'), world('cidr_ipv6')), is('ip_protocol', '-1', 'all')) },
    ]),
    cloudFormation: cloudFormation('AWS::EC2::SecurityGroup').whole(
      'Name the networks and ports that it needs.',
      some('SecurityGroupEgress', all(any(world('CidrIp'), world('CidrIpv6')), is('IpProtocol', '-1'))),
      "GroupDescription: web\nSecurityGroupEgress:\n  - IpProtocol: '-1'\n    CidrIp: 0.0.0.0/0",
      "GroupDescription: web\nSecurityGroupEgress:\n  - IpProtocol: '-1'\n    CidrIp: 10.0.0.0/8",
      [{ on: 'AWS::EC2::SecurityGroupEgress', breaks: all(any(world('CidrIp'), world('CidrIpv6')), is('IpProtocol', '-1')) }],
    ),
  },
  { ...info('default-network', 'CWE-1188', 'Network that was there', 'Its subnets give each machine a public address.'), benchmark: 'AWS FSBP EC2.2', terraform: terraform(['aws_default_vpc', 'aws_default_subnet']).whole('Make a network of one’s own.', all(), 'resource "aws_default_vpc" "example" {}', VPC) },
  {
    ...info('default-security-group-as-it-is', 'CWE-1188', 'Network whose default security group is as it was', 'Machines that name no group get it, and all of them reach each other.'),
    benchmark: 'CIS AWS 3.0 5.4',
    terraform: vpc.whole('Add `aws_default_security_group` without rules.', without('aws_default_security_group', 'vpc_id'), VPC, `${VPC}\n\nresource "aws_default_security_group" "example" {\n  vpc_id = aws_vpc.example.id\n}`),
  },
  {
    name: 'vpc-no-flow-log',
    severity: 'low',
    cwe: 'CWE-778',
    title: 'Network without a flow log',
    optional: true,
    benchmark: 'CIS AWS 3.0 3.7',
    why: 'Nobody can say afterwards who talked to whom.',
    terraform: vpc.whole('Add `aws_flow_log`.', without('aws_flow_log', 'vpc_id'), VPC, `${VPC}\n\nresource "aws_flow_log" "example" {\n  vpc_id          = aws_vpc.example.id\n  traffic_type    = "ALL"\n  log_destination = "arn"\n}`),
  },
  {
    name: 'network-acl-lets-in',
    severity: 'medium',
    cwe: 'CWE-284',
    title: 'Network list that lets everybody log in',
    benchmark: 'CIS AWS 3.0 5.1',
    why: 'Ports of SSH and RDP are open to everybody, where a security group does not say otherwise.',
    terraform: terraform(['aws_network_acl', 'aws_default_network_acl']).whole(
      'Name networks.',
      some('ingress', all(is('action', 'allow'), any(world('cidr_block'), world('ipv6_cidr_block')), not(is('protocol', '-1', 'all')), ports(['from_port', 'to_port'], [22, 3389]))),
      'vpc_id = "vpc-1"\ningress {\n  action     = "allow"\n  rule_no    = 100\n  protocol   = "tcp"\n  from_port  = 22\n  to_port    = 22\n  cidr_block = "0.0.0.0/0"\n}',
      'vpc_id = "vpc-1"\ningress {\n  action     = "allow"\n  rule_no    = 100\n  protocol   = "tcp"\n  from_port  = 22\n  to_port    = 22\n  cidr_block = "10.0.0.0/8"\n}',
    ),
  },
  {
    ...info('network-acl-lets-all-in', 'CWE-284', 'Network list that lets everything in', 'Then security groups alone keep others out, as by default.'),
    terraform: terraform(['aws_network_acl', 'aws_default_network_acl']).whole(
      'Name networks and ports.',
      some('ingress', all(is('action', 'allow'), any(world('cidr_block'), world('ipv6_cidr_block')), is('protocol', '-1', 'all'))),
      'vpc_id = "vpc-1"\ningress {\n  action     = "allow"\n  rule_no    = 100\n  protocol   = "-1"\n  from_port  = 0\n  to_port    = 0\n  cidr_block = "0.0.0.0/0"\n}',
      'vpc_id = "vpc-1"\ningress {\n  action     = "allow"\n  rule_no    = 100\n  protocol   = "-1"\n  from_port  = 0\n  to_port    = 0\n  cidr_block = "10.0.0.0/8"\n}',
      [{ on: 'aws_network_acl_rule', breaks: all(is('rule_action', 'allow'), isnt('egress', true), is('protocol', '-1', 'all'), any(world('cidr_block'), world('ipv6_cidr_block'))) }],
    ),
    cloudFormation: cloudFormation('AWS::EC2::NetworkAclEntry').whole(
      'Name networks and ports.',
      all(is('RuleAction', 'allow'), isnt('Egress', true), is('Protocol', '-1'), any(world('CidrBlock'), worldByDefault('CidrBlock'), world('Ipv6CidrBlock'), worldByDefault('Ipv6CidrBlock'))),
      "NetworkAclId: a\nRuleNumber: 100\nRuleAction: allow\nProtocol: '-1'\nCidrBlock: 0.0.0.0/0",
      "NetworkAclId: a\nRuleNumber: 100\nRuleAction: allow\nProtocol: '-1'\nCidrBlock: 10.0.0.0/8",
    ),
  },
  {
    name: 'transit-gateway-takes-all',
    severity: 'low',
    cwe: 'CWE-284',
    title: 'Junction of networks that takes every one',
    why: 'Each account that it is shared with joins without being asked. The default is to ask.',
    benchmark: 'AWS FSBP EC2.23',
    terraform: terraform('aws_ec2_transit_gateway', 'description = "t"').refuses('auto_accept_shared_attachments', 'enable', 'disable'),
    cloudFormation: cloudFormation('AWS::EC2::TransitGateway', 'Description: t').refuses('AutoAcceptSharedAttachments', 'enable', 'disable'),
  },
  {
    name: 'endpoint-service-takes-all',
    severity: 'low',
    cwe: 'CWE-284',
    title: 'Service of a network that takes every connection',
    optional: true,
    why: 'Nobody looks at who connects.',
    terraform: terraform('aws_vpc_endpoint_service', 'network_load_balancer_arns = ["arn"]').refuses('acceptance_required', false, true),
    cloudFormation: cloudFormation('AWS::EC2::VPCEndpointService', 'NetworkLoadBalancerArns: [arn]').refuses('AcceptanceRequired', false, true),
  },
  {
    ...info('endpoint-for-anyone', 'CWE-732', 'Way to a service of AWS for every account', 'Data leaves for the bucket of anybody, without the internet.'),
    terraform: terraform(['aws_vpc_endpoint', 'aws_vpc_endpoint_policy']).whole(
      'Name accounts, or add a condition such as `aws:PrincipalOrgID`.',
      policy('policy', 'anyone'),
      'vpc_id       = "vpc-1"\nservice_name = "s3"\npolicy = jsonencode({\n  Statement = [{\n    Effect    = "Allow"\n    Principal = "*"\n    Action    = "*"\n    Resource  = "*"\n  }]\n})',
      'vpc_id       = "vpc-1"\nservice_name = "s3"\npolicy = jsonencode({\n  Statement = [{\n    Effect    = "Allow"\n    Principal = { AWS = "arn:aws:iam::111122223333:root" }\n    Action    = "*"\n    Resource  = "*"\n  }]\n})',
    ),
    cloudFormation: cloudFormation('AWS::EC2::VPCEndpoint').whole(
      'Name accounts, or add a condition.',
      policy('PolicyDocument', 'anyone'),
      "ServiceName: s3\nVpcId: vpc-1\nPolicyDocument:\n  Statement:\n    - Effect: Allow\n      Principal: '*'\n      Action: '*'\n      Resource: '*'",
      "ServiceName: s3\nVpcId: vpc-1\nPolicyDocument:\n  Statement:\n    - Effect: Allow\n      Principal: { AWS: arn:aws:iam::111122223333:root }\n      Action: '*'\n      Resource: '*'",
    ),
  },
  noLog(
    'vpn-clients-not-logged',
    'VPN for clients',
    terraform('aws_ec2_client_vpn_endpoint', 'server_certificate_arn = "arn"\nclient_cidr_block = "10.1.0.0/16"').wants('connection_log_options.enabled', true),
    cloudFormation('AWS::EC2::ClientVpnEndpoint', 'ServerCertificateArn: arn\nClientCidrBlock: 10.1.0.0/16').wants('ConnectionLogOptions.Enabled', true),
  ),
  noLog(
    'vpn-no-log',
    'VPN',
    terraform('aws_vpn_connection').whole(
      'Set `cloudwatch_log_options { log_enabled = true }` of each tunnel.',
      any(...TUNNELS.map((tunnel) => isnt(`${tunnel}_log_options.cloudwatch_log_options.log_enabled`, true))),
      'customer_gateway_id = "cgw-1"',
      `customer_gateway_id = "cgw-1"\n${TUNNELS.map((tunnel) => `${tunnel}_log_options {\n  cloudwatch_log_options {\n    log_enabled = true\n  }\n}`).join('\n')}`,
    ),
  ),
  {
    name: 'vpn-old-exchange',
    severity: 'low',
    cwe: 'CWE-327',
    title: 'VPN that agrees on keys as of old',
    optional: true,
    why: 'IKEv1 is on by default, and has known weaknesses.',
    terraform: vpn.whole(
      'Set `tunnel1_ike_versions = ["ikev2"]`, and the same for `tunnel2`.',
      any(...TUNNELS.flatMap((tunnel) => [absent(`${tunnel}_ike_versions`), matches(`${tunnel}_ike_versions`, /^ikev1$/)])),
      'customer_gateway_id = "cgw-1"',
      'customer_gateway_id  = "cgw-1"\ntunnel1_ike_versions = ["ikev2"]\ntunnel2_ike_versions = ["ikev2"]',
    ),
  },
  {
    name: 'vpn-weak-group',
    severity: 'low',
    cwe: 'CWE-326',
    title: 'VPN with short keys',
    why: 'Group 2 has 1,024 bits, which states can break.',
    terraform: vpn.whole('Leave group 2 out.', any(...TUNNELS.flatMap((tunnel) => [1, 2].map((phase) => matches(`${tunnel}_phase${phase}_dh_group_numbers`, /^2$/)))), 'tunnel1_phase1_dh_group_numbers = [2, 14]', 'tunnel1_phase1_dh_group_numbers = [20]'),
  },

  unprotected('firewall-no-deletion-protection', 'Firewall', firewall.wants('delete_protection', true), firewallCfn.wants('DeleteProtection', true)),
  ownKey('firewall-own-key', 'Firewall', terraform(['aws_networkfirewall_firewall', 'aws_networkfirewall_firewall_policy', 'aws_networkfirewall_rule_group'], 'name = "f"').needs('encryption_configuration.key_id', KEY_ARN)),
  noLog(
    'firewall-no-log',
    'Firewall',
    terraform('aws_networkfirewall_firewall').whole(
      'Add `aws_networkfirewall_logging_configuration`.',
      without('aws_networkfirewall_logging_configuration', 'firewall_arn'),
      'name = "f"',
      'resource "aws_networkfirewall_firewall" "example" {\n  name = "f"\n}\n\nresource "aws_networkfirewall_logging_configuration" "example" {\n  firewall_arn = aws_networkfirewall_firewall.example.arn\n}',
    ),
    cloudFormation('AWS::NetworkFirewall::Firewall').whole(
      'Add `AWS::NetworkFirewall::LoggingConfiguration`.',
      without('AWS::NetworkFirewall::LoggingConfiguration', 'FirewallArn'),
      'FirewallName: f',
      'Resources:\n  Example:\n    Type: AWS::NetworkFirewall::Firewall\n    Properties:\n      FirewallName: f\n  Log:\n    Type: AWS::NetworkFirewall::LoggingConfiguration\n    Properties:\n      FirewallArn: !Ref Example',
    ),
  ),
  oneZone(
    'firewall-one-zone',
    'Firewall',
    firewall.whole('Name a subnet of each zone in `subnet_mapping`.', { op: 'fewer', path: 'subnet_mapping', than: 2 }, 'subnet_mapping {\n  subnet_id = "subnet-1"\n}', 'subnet_mapping {\n  subnet_id = "subnet-1"\n}\nsubnet_mapping {\n  subnet_id = "subnet-2"\n}'),
    firewallCfn.whole('Name a subnet of each zone in `SubnetMappings`.', { op: 'fewer', path: 'SubnetMappings', than: 2 }, 'SubnetMappings:\n  - SubnetId: subnet-1', 'SubnetMappings:\n  - SubnetId: subnet-1\n  - SubnetId: subnet-2'),
  ),
  {
    name: 'firewall-passes-rest',
    severity: 'low',
    cwe: 'CWE-284',
    title: 'Firewall that lets through what it has no rule for',
    why: 'What is passed is not looked at by any other rule.',
    terraform: terraform('aws_networkfirewall_firewall_policy').whole(
      'Drop it, or send it on with `aws:forward_to_sfe`.',
      any(matches('firewall_policy.stateless_default_actions', /^aws:pass$/), matches('firewall_policy.stateless_fragment_default_actions', /^aws:pass$/)),
      PASSES('aws:pass'),
      PASSES('aws:forward_to_sfe'),
    ),
    cloudFormation: cloudFormation('AWS::NetworkFirewall::FirewallPolicy').whole(
      'Drop it, or send it on with `aws:forward_to_sfe`.',
      any(matches('FirewallPolicy.StatelessDefaultActions', /^aws:pass$/), matches('FirewallPolicy.StatelessFragmentDefaultActions', /^aws:pass$/)),
      PASSES_CFN('aws:pass'),
      PASSES_CFN('aws:forward_to_sfe'),
    ),
  },
  {
    name: 'firewall-without-rules',
    severity: 'low',
    cwe: 'CWE-693',
    title: 'Firewall without rules',
    optional: true,
    why: 'It looks at nothing.',
    terraform: terraform('aws_networkfirewall_firewall_policy').whole(
      'Name a group of rules.',
      all(present('firewall_policy'), absent('firewall_policy.stateful_rule_group_reference'), absent('firewall_policy.stateless_rule_group_reference')),
      PASSES('aws:drop'),
      PASSES('aws:drop').replace(/\}$/, '  stateful_rule_group_reference {\n    resource_arn = "arn"\n  }\n}'),
    ),
    cloudFormation: cloudFormation('AWS::NetworkFirewall::FirewallPolicy').whole(
      'Name a group of rules.',
      all(absent('FirewallPolicy.StatefulRuleGroupReferences'), absent('FirewallPolicy.StatelessRuleGroupReferences')),
      PASSES_CFN('aws:drop'),
      `${PASSES_CFN('aws:drop')}\n  StatefulRuleGroupReferences:\n    - ResourceArn: arn`,
    ),
  },

  noLog(
    'zone-no-log',
    'Zone of names',
    zone.whole('Add `aws_route53_query_log`.', all(isPublic, without('aws_route53_query_log', 'zone_id')), ZONE, `${ZONE}\n\nresource "aws_route53_query_log" "example" {\n  zone_id                  = aws_route53_zone.example.zone_id\n  cloudwatch_log_group_arn = "arn"\n}`),
    cloudFormation('AWS::Route53::HostedZone', 'Name: example.com').needs('QueryLoggingConfig.CloudWatchLogsLogGroupArn', 'arn', { where: absent('VPCs') }),
  ),
  {
    ...info('zone-not-signed', 'CWE-345', 'Zone of names that is not signed', 'Whoever is on the way answers in its place. DNSSEC is off by default.'),
    terraform: zone.whole('Add `aws_route53_hosted_zone_dnssec` and a key.', all(isPublic, without('aws_route53_hosted_zone_dnssec', 'hosted_zone_id')), ZONE, `${ZONE}\n\nresource "aws_route53_hosted_zone_dnssec" "example" {\n  hosted_zone_id = aws_route53_zone.example.id\n}`),
    cloudFormation: cloudFormation('AWS::Route53::HostedZone').whole(
      'Add `AWS::Route53::DNSSEC` and a key.',
      all(absent('VPCs'), without('AWS::Route53::DNSSEC', 'HostedZoneId')),
      'Name: example.com',
      'Resources:\n  Example:\n    Type: AWS::Route53::HostedZone\n    Properties:\n      Name: example.com\n  Signed:\n    Type: AWS::Route53::DNSSEC\n    Properties:\n      HostedZoneId: !Ref Example',
    ),
  },
  {
    name: 'domain-may-be-moved',
    severity: 'low',
    cwe: 'CWE-284',
    title: 'Name that may be moved away',
    why: 'A lock asks its owner before a name goes to another registrar. It is on by default.',
    terraform: terraform('aws_route53domains_registered_domain', 'domain_name = "example.com"').refuses('transfer_lock', false, true),
  },
  {
    ...info('domain-owner-shown', 'CWE-359', 'Name whose owner everybody sees', 'Address and telephone number are hidden by default.'),
    terraform: terraform('aws_route53domains_registered_domain').whole('Set each `…_privacy` to true.', any(is('admin_privacy', false), is('registrant_privacy', false), is('tech_privacy', false)), 'domain_name   = "example.com"\nadmin_privacy = false', 'domain_name   = "example.com"\nadmin_privacy = true'),
  },
  {
    name: 'name-firewall-gives-up',
    severity: 'low',
    cwe: 'CWE-693',
    title: 'Firewall of names that lets through what it cannot judge',
    optional: true,
    why: 'Whoever makes it fail gets through.',
    terraform: terraform('aws_route53_resolver_firewall_config', 'resource_id = "vpc-1"').refuses('firewall_fail_open', 'ENABLED', 'DISABLED'),
  },
  {
    name: 'lattice-without-login',
    severity: 'low',
    cwe: 'CWE-306',
    title: 'Service of a lattice that asks for no login',
    optional: true,
    why: 'The default is NONE: each machine of the network may call it.',
    terraform: terraform(['aws_vpclattice_service', 'aws_vpclattice_service_network'], 'name = "s"').wants('auth_type', 'AWS_IAM'),
    cloudFormation: cloudFormation(['AWS::VpcLattice::Service', 'AWS::VpcLattice::ServiceNetwork'], 'Name: s').wants('AuthType', 'AWS_IAM'),
  },
];

import { terraformRules } from '../../catalogue/terraform/index';
import { findFaults } from './find-faults';
import { type HclParser, loadHclParser } from './syntax/parse-hcl';
import { parseJsonSyntax } from './syntax/parse-json';

let parse: HclParser;
beforeAll(async () => {
  parse = await loadHclParser();
});

const judged = (files: Record<string, string>, texts: Record<string, string> = {}) =>
  findFaults(
    Object.entries(files).map(([file, text]) =>
      file.endsWith('.json') ? parseJsonSyntax(file, text, parse) : parse(file, text),
    ),
    [],
    terraformRules.filter(({ optional }) => !optional),
    (path) => texts[path],
  );
const found = (files: Record<string, string>, texts?: Record<string, string>): string[] =>
  judged(files, texts).faults.map(({ rule, at }) => `${at.file}:${at.line} ${rule}`);

const acl = (value: string, more = '') =>
  `resource "aws_s3_bucket_acl" "a" {\n  bucket = "b"\n  acl    = ${value}\n${more}}\n`;
const PUBLIC = 'main.tf:3 aws-s3-public-acl';
const unknown = 'variable "v" {}\n';

describe('values of which not all is known', () => {
  it.each([
    ['concat(var.v, ["public-read"])[0]'],
    ['[for x in ["private", "public-read"] : x if x == "public-read" || x == var.v][0]'],
    ['flatten([var.v, "public-read"])[1]'],
    ['compact([var.v, "public-read"])[1]'],
    ['distinct([var.v, "private", "public-read"])[2]'],
    ['keys(merge(var.v, { public-read = 1 }))[0]'],
    ['[for i, x in concat(var.v, [1]) : i == 0 ? "public-read" : "private"][0]'],
    ['zipmap(["a"], concat(var.v, ["public-read"]))["a"]'],
    ['true == "true" ? "public-read" : "private"'],
    ['contains(["true"], true) ? "public-read" : "private"'],
  ])('make no finding: %s', (value) => expect(found({ 'main.tf': acl(value) + unknown })).toEqual([]));

  it.each([
    ['contains(concat(var.v, ["x"]), "x") ? "public-read" : "private"'],
    ['compact(["", "public-read"])[0]'],
    ['distinct(["public-read", "public-read"])[0]'],
    ['"true" == "true" ? "public-read" : "private"'],
    ['true == "false" ? "private" : "public-read"'],
  ])('still decide where the rest is enough: %s', (value) =>
    expect(found({ 'main.tf': acl(value) + unknown })).toEqual([PUBLIC]),
  );

  it.each([
    ['string', 'true', '"true"'],
    ['"string"', '80', '"80"'],
    ['bool', '"true"', 'true'],
    ['number', '"80"', '80'],
  ])('are turned into the type of a variable: %s', (type, fallback, value) =>
    expect(
      found({
        'main.tf':
          `${acl(`var.t == ${value} ? "public-read" : "private"`)}variable "t" {\n` +
          `  type    = ${type}\n  default = ${fallback}\n}\n`,
      }),
    ).toEqual([PUBLIC]),
  );
});

describe('paths of files', () => {
  const everything = '{"Statement":{"Effect":"Allow","Action":"*","Resource":"*"}}';
  const policy = (path: string) => `resource "aws_iam_policy" "p" {\n  policy = file(${path})\n}\n`;
  const call = 'module "m" {\n  source = "./m"\n  path   = "${path.module}/p.json"\n}\n';

  it('are those of the outermost caller, whatever module they are written in', () => {
    const rule = 'env/m/main.tf:2 aws-iam-administrator';
    const from = (path: string, place: string) =>
      found({ 'env/main.tf': call, 'env/m/main.tf': `${policy(path)}variable "path" {}\n` }, { [place]: everything });
    expect(from('"${path.root}/p.json"', 'env/p.json')).toEqual([rule]);
    expect(from('"${path.root}/p.json"', 'env/m/p.json')).toEqual([]);
    expect(from('"${path.module}/p.json"', 'env/m/p.json')).toEqual([rule]);
    expect(from('var.path', 'env/p.json')).toEqual([rule]);
    expect(from('var.path', 'env/m/p.json')).toEqual([]);
  });
});

describe('what is there very often', () => {
  const keys = (length: number) => Array.from({ length }, (_, i) => `"k${i}"`).join(', ');

  it('is judged to the last repetition', () => {
    const value = 'each.key == "k59" ? "public-read" : "private"';
    expect(found({ 'main.tf': acl(value, `  for_each = toset([${keys(60)}])\n`) })).toEqual([PUBLIC]);
    expect(found({ 'main.tf': acl('count.index == 59 ? "public-read" : "private"', '  count = 60\n') })).toEqual([
      PUBLIC,
    ]);
    const call = `module "m" {\n  source   = "./m"\n  for_each = toset([${keys(51)}])\n  v        = each.key\n}\n`;
    const inner = acl('var.v == "k50" ? "public-read" : "private"') + unknown;
    expect(found({ 'main.tf': call, 'm/main.tf': inner })).toEqual(['main.tf:1 aws-s3-public-acl']);
  });

  const ingress = (port: number) =>
    `  ingress {\n    protocol = "tcp"\n    from_port = ${port}\n    to_port = ${port}\n` +
    `    cidr_blocks = ["0.0.0.0/0"]\n  }\n`;

  it('takes the ports 0 to 0 for all ports where the protocol is every one, and of UDP for port 0', () => {
    const rule = (protocol: string) =>
      `resource "aws_security_group_rule" "r" {\n  type = "ingress"\n  protocol = "${protocol}"\n  from_port = 0\n` +
      `  to_port = 0\n  cidr_blocks = ["0.0.0.0/0"]\n  security_group_id = "g"\n}\n`;
    expect(found({ 'main.tf': rule('-1') })).toContain('main.tf:6 aws-open-everything');
    expect(found({ 'main.tf': rule('udp') }).filter((each) => each.includes('aws-open'))).toEqual([]);
    const group = `resource "aws_security_group" "g" {\n${ingress(0)}}\n`;
    expect(found({ 'main.tf': group }).filter((each) => each.includes('aws-open'))).toEqual([]);
  });

  it('is judged to the last block', () => {
    const blocks = Array.from({ length: 200 }, () => ingress(443)).join('') + ingress(22);
    expect(found({ 'main.tf': `resource "aws_security_group" "g" {\n${blocks}}\n` })).toEqual([
      'main.tf:1206 aws-open-ssh',
    ]);
    const dynamic =
      `  dynamic "ingress" {\n    for_each = concat(range(1000, 1200), [22])\n    content {\n` +
      `      protocol = "tcp"\n      from_port = ingress.value\n      to_port = ingress.value\n` +
      `      cidr_blocks = ["0.0.0.0/0"]\n    }\n  }\n`;
    expect(found({ 'main.tf': `resource "aws_security_group" "g" {\n${dynamic}}\n` })).toEqual([
      expect.stringContaining('aws-open-ssh'),
    ]);
  });

  it('is named where there is more than is judged', () => {
    const unfinished = (files: Record<string, string>) => judged(files).unfinished;
    expect(unfinished({ 'main.tf': acl('"private"', '  count = 2001\n') })).toEqual(['main.tf']);
    expect(unfinished({ 'main.tf': acl('"private"', `  for_each = toset([${keys(2_001)}])\n`) })).toEqual(['main.tf']);
    const dynamic =
      `  dynamic "ingress" {\n    for_each = [${keys(2_001)}]\n    content {\n` +
      `      protocol = "tcp"\n    }\n  }\n`;
    expect(unfinished({ 'main.tf': `resource "aws_security_group" "g" {\n${dynamic}}\n` })).toEqual(['main.tf']);
    const call =
      'module "m" {\n  source = "./m"\n  count  = 2000\n}\nmodule "n" {\n  source = "./m"\n  count  = 2000\n}\n';
    expect(unfinished({ 'main.tf': call, 'm/main.tf': acl('"private"') })).toEqual(['m/main.tf']);
    const deep = Array.from({ length: 20 }, (_, i) => [
      `${'m/'.repeat(i)}main.tf`,
      'module "m" {\n  source = "./m"\n}\n',
    ]);
    expect(unfinished(Object.fromEntries(deep) as Record<string, string>)).toHaveLength(1);
    expect(unfinished({ 'main.tf': acl('"private"', '  count = 60\n') })).toEqual([]);
  });
});

describe('two readings', () => {
  it('are judged where OpenTofu reads a file in the place of Terraform’s', () => {
    expect(found({ 'main.tf': acl('"public-read"'), 'main.tofu': '' })).toEqual([PUBLIC]);
    expect(found({ 'main.tf': '', 'main.tofu': acl('"public-read"') })).toEqual(['main.tofu:3 aws-s3-public-acl']);
    const both = { 'main.tf': acl('local.a'), 'v.tf': 'locals {\n  a = "private"\n}\n' };
    expect(found({ ...both, 'v.tofu': 'locals {\n  a = "public-read"\n}\n' })).toEqual([PUBLIC]);
  });
});

describe('policies', () => {
  const statement = (more: string) =>
    `resource "aws_s3_bucket_policy" "p" {\n  bucket = "b"\n` +
    `  policy = jsonencode({ Statement = [{ Effect = "Allow", Principal = "*", ` +
    `Action = "s3:GetObject", Resource = "x"${more} }] })\n` +
    `}\n`;
  const rules = (text: string) => found({ 'main.tf': text });

  it('are not narrowed by a condition that is empty', () => {
    const bare = rules(statement(''));
    expect(bare).toHaveLength(1);
    for (const none of [', Condition = {}', ', Condition = null']) expect(rules(statement(none))).toEqual(bare);
    for (const some of [', Condition = { Bool = { "aws:SecureTransport" = "true" } }', ', Condition = var.v'])
      expect(rules(statement(some) + unknown)).toEqual([]);
  });

  it('name the principals of all blocks of one type', () => {
    const principals = (...names: string[]) =>
      names
        .map((name) => `    principals {\n      type        = "AWS"\n      identifiers = [${name}]\n    }\n`)
        .join('');
    const document = (blocks: string) =>
      `data "aws_iam_policy_document" "d" {\n  statement {\n    actions   = ["s3:GetObject"]\n` +
      `    resources = ["x"]\n${blocks}  }\n}\nresource "aws_s3_bucket_policy" "p" {\n` +
      `  bucket = "b"\n  policy = data.aws_iam_policy_document.d.json\n}\n`;
    const account = '"arn:aws:iam::123456789012:root"';
    expect(rules(document(principals('"*"', account)))).toHaveLength(1);
    expect(rules(document(principals(account, '"*"')))).toHaveLength(1);
    expect(rules(document(principals(account, account)))).toEqual([]);
  });
});

describe('the JSON form', () => {
  const json = { resource: { aws_s3_bucket_acl: { a: { bucket: 'b', acl: 'public-read' } } } };

  it('may be a list of objects, and nothing else', () => {
    expect(found({ 'main.tf.json': JSON.stringify([{ variable: {} }, json]) })).toEqual([
      'main.tf.json:1 aws-s3-public-acl',
    ]);
    for (const wrong of ['[1]', '"a"', 'null', '[[{}]]'])
      expect(() => parseJsonSyntax('main.tf.json', wrong, parse)).toThrow('neither an object nor a list of objects');
  });
});

describe('what stands in texts of JSON and in documents', () => {
  const task = (containers: string) =>
    `resource "aws_ecs_task_definition" "t" {\n  family = "t"\n  container_definitions = ${containers}\n}\n`;
  const container = (password: string) =>
    `[{ name = "app", environment = [{ name = "DB_PASSWORD", value = ${password} }] }]`;

  it('is looked at as blocks are, and not known where it is not', () => {
    expect(found({ 'main.tf': task(`jsonencode(${container('"q9Zt4LrVb1XeYw0H"')})`) })).toEqual([
      'main.tf:3 aws-ecs-secret',
    ]);
    for (const containers of [`jsonencode(${container('var.v')})`, 'var.v', 'file("t.json")', 'jsonencode(var.v)'])
      expect(found({ 'main.tf': task(containers) + unknown })).toEqual([]);
  });

  const role = (conditions: string) =>
    [
      'data "aws_iam_policy_document" "d" {',
      '  statement {',
      '    actions = ["sts:AssumeRoleWithWebIdentity"]',
      '    principals {',
      '      type        = "Federated"',
      '      identifiers = ["arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com"]',
      '    }',
      conditions,
      '  }',
      '}',
      'resource "aws_iam_role" "r" {',
      '  assume_role_policy = data.aws_iam_policy_document.d.json',
      '}',
      '',
    ].join('\n');
  const condition = (name: string, values: string) =>
    `condition {\ntest = "StringLike"\nvariable = "token.actions.githubusercontent.com:${name}"\nvalues = ${values}\n}`;

  it.each([
    [1, 'the audience alone', condition('aud', '["sts.amazonaws.com"]')],
    [1, 'every repository', condition('aud', '["sts.amazonaws.com"]') + condition('sub', '["repo:*"]')],
    [0, 'one repository', condition('aud', '["sts.amazonaws.com"]') + condition('sub', '["repo:app/app:*"]')],
    [0, 'a repository that is not known', condition('sub', 'var.v')],
    [0, 'conditions that are not known', 'dynamic "condition" {\nfor_each = var.v\ncontent {\ntest = "a"\n}\n}'],
  ])('makes %i findings of conditions of a document: %s', (count, _, conditions) =>
    expect(found({ 'main.tf': role(conditions) + unknown })).toEqual(
      Array.from({ length: count }, () => expect.stringContaining('aws-iam-builds-of-anybody')),
    ),
  );
});

describe('scripts in base64', () => {
  const token = 'metadata_options {\n    http_tokens = "required"\n  }';
  const machine = (data: string) => `resource "aws_instance" "i" {\n  user_data = ${data}\n  ${token}\n}\n`;

  it('are read', () => {
    const script = '"export AWS_ACCESS_KEY_ID=AKIAQ3RT5WPLKZ7XV2MN"';
    expect(found({ 'main.tf': machine(`base64encode(${script})`) })).toEqual(['main.tf:2 aws-user-data-secret']);
    expect(found({ 'main.tf': machine('base64encode("echo hello")') })).toEqual([]);
    expect(found({ 'main.tf': machine('base64encode(var.v)') + unknown })).toEqual([]);
  });
});

describe('how many there are', () => {
  const oneZone = terraformRules.filter(({ id }) => id === 'aws-lb-one-zone');
  const one = (subnets: string) =>
    findFaults(
      [parse('main.tf', `resource "aws_lb" "l" {\n  subnets = ${subnets}\n}\n${unknown}`)],
      [],
      oneZone,
      () => undefined,
    ).faults.length;

  it('is counted where it is known', () => {
    expect(one('["a"]')).toBe(1);
    expect(one('["a", "b"]')).toBe(0);
    for (const subnets of ['null', 'var.v', 'concat(["a"], var.v)', '[for x in var.v : x]'])
      expect(one(subnets)).toBe(0);
  });
});

describe('what is meant, or is no secret', () => {
  const bucket = (sid: string) =>
    `data "aws_iam_policy_document" "p" {\n  statement {\n    sid = "${sid}"\n    actions = ["s3:GetObject"]\n` +
    '    resources = ["arn:aws:s3:::site/*"]\n    principals {\n      type = "*"\n' +
    '      identifiers = ["*"]\n    }\n  }\n}\n' +
    'resource "aws_s3_bucket_policy" "a" {\n  bucket = "site"\n  policy = data.aws_iam_policy_document.p.json\n}\n';

  it.each([
    ['PublicCanRead', true],
    ['NodesCanRead', undefined],
  ])('is mild where a statement for everybody says so: %s', (sid, isMild) =>
    expect(
      judged({ 'main.tf': bucket(sid) }).faults.find(({ rule }) => rule === 'aws-s3-policy-for-anyone')?.isMild,
    ).toBe(isMild),
  );

  const open = (name: string, description: string) =>
    `resource "aws_security_group" "a" {\n  name = "${name}"\n  description = "${description}"\n  ingress {\n` +
    '    from_port = 0\n    to_port = 0\n    protocol = "-1"\n    cidr_blocks = ["0.0.0.0/0"]\n  }\n}\n';
  const endpoint = (group: string) =>
    'resource "aws_vpc_endpoint" "e" {\n  vpc_id = "v"\n  service_name = "ecr"\n' +
    `  security_group_ids = [aws_security_group.${group}.id]\n}\n`;
  const balancer = 'resource "aws_lb" "b" {\n  security_groups = [aws_security_group.a.id]\n}\n';
  const machine =
    'resource "aws_instance" "m" {\n  ami = "a"\n  vpc_security_group_ids = [aws_security_group.a.id]\n}\n';
  it.each([
    [open('shop', 'Security group for VPC endpoint'), true],
    [open('shop-${var.name}', 'Shop') + endpoint('a'), true],
    [open('shop-${var.name}', 'Shop') + endpoint('b'), undefined],
    [open('shop', 'Shop'), undefined],
    [open('shop', 'Shop') + balancer, true],
    [open('shop', 'Shop') + balancer + machine, undefined],
  ])('is mild in the group of an endpoint of the network, and of a load balancer alone: %s', (text, isMild) =>
    expect(
      judged({ 'main.tf': text })
        .faults.filter(({ rule }) => rule === 'aws-open-everything')
        .map((fault) => fault.isMild),
    ).toEqual([isMild]),
  );

  const ssh = (description: string) =>
    '  protocol = "tcp"\n  from_port = 22\n  to_port = 22\n  cidr_blocks = ["0.0.0.0/0"]\n' +
    `  description = "${description}"\n`;
  const inGroup = (description: string) =>
    `resource "aws_security_group" "a" {\n  ingress {\n${ssh(description)}}\n}\n`;
  const azure = (description: string) =>
    'resource "azurerm_network_security_rule" "a" {\n  access = "Allow"\n  direction = "Inbound"\n' +
    '  protocol = "Tcp"\n  source_address_prefix = "*"\n  destination_port_range = "22"\n' +
    `  description = "${description}"\n}\n`;
  it.each([
    [inGroup('SSH access from the world'), true],
    [inGroup('SSH access from the office'), undefined],
    [`resource "aws_security_group_rule" "a" {\n  type = "ingress"\n${ssh('SSH from the internet')}}\n`, true],
    [azure('SSH access from the world'), true],
    [azure('SSH'), undefined],
  ])('is mild where the description says that everybody may sign in: %s', (text, isMild) =>
    expect(
      judged({ 'main.tf': text })
        .faults.filter(({ rule }) => rule.endsWith('-open-ssh'))
        .map((fault) => fault.isMild),
    ).toEqual([isMild]),
  );

  const provisioned = (type: string, provisioner = 'remote-exec') =>
    `resource "null_resource" "setup" {\n  connection {\n    type = "${type}"\n    host = var.host\n  }\n` +
    `  provisioner "${provisioner}" {\n    inline = ["/opt/setup"]\n  }\n}\n`;
  it.each([
    [inGroup('SSH'), provisioned('ssh'), true],
    [azure('SSH'), provisioned('ssh'), true],
    [inGroup('SSH'), provisioned('winrm'), undefined],
    [inGroup('SSH'), provisioned('ssh', 'local-exec'), undefined],
    [inGroup('SSH').replaceAll('22', '3389'), provisioned('ssh'), undefined],
  ])('is mild where the module itself signs in over SSH: %s, %s', (text, setup, isMild) =>
    expect(
      judged({ 'main.tf': text, 'setup.tf': setup })
        .faults.filter(({ rule }) => /-open-(?:ssh|rdp)$/.test(rule))
        .map((fault) => fault.isMild),
    ).toEqual([isMild]),
  );

  const everything = 'jsonencode({ Statement = [{ Effect = "Allow", Action = "*", Resource = "*" }] })';
  const ofGroup = (name: string) =>
    `resource "aws_iam_group" "g" {\n  name = "${name}"\n}\nresource "aws_iam_group_policy" "a" {\n` +
    `  name = "full-access"\n  group = aws_iam_group.g.name\n  policy = ${everything}\n}\n`;
  const ofRole = (name: string) =>
    `resource "aws_iam_role_policy" "a" {\n  name = "${name}"\n  role = "shop"\n  policy = ${everything}\n}\n`;
  it.each([
    [ofGroup('infra-admins'), true],
    [ofGroup('authors'), undefined],
    [ofRole('admin'), undefined],
    [ofRole('bootstrap'), true],
    [ofRole('${var.stage}-terraform-policy'), true],
    [ofRole('TerraformRole'), true],
    [ofRole('transformer'), undefined],
    [ofRole('bootstrapped'), undefined],
  ])('is mild where it is for administrators, or for what builds the account: %s', (text, isMild) =>
    expect(
      judged({ 'main.tf': text })
        .faults.filter(({ rule }) => rule === 'aws-iam-administrator')
        .map((fault) => fault.isMild),
    ).toEqual([isMild]),
  );

  const version = (value: string) =>
    `resource "aws_secretsmanager_secret_version" "a" {\n  secret_id     = "db"\n  secret_string = ${value}\n}\n`;
  it.each([
    '"Replace after build"',
    'jsonencode({ "" : "" })',
    'jsonencode({ user = "", password = "" })',
    '"notification.internal"',
  ])('is no value of a secret: %s', (value) =>
    expect(found({ 'main.tf': version(value) })).not.toContain('main.tf:3 aws-secret-value-written'),
  );
  it('is one where a part of it is', () =>
    expect(found({ 'main.tf': version('jsonencode({ user = "", password = "kRt7-Wq2v9Lm" })') })).toContain(
      'main.tf:3 aws-secret-value-written',
    ));

  it('is a policy of a domain in a network of its own', () => {
    const domain = (more: string) =>
      `resource "aws_opensearch_domain" "a" {\n  domain_name = "s"\n${more}}\n` +
      'resource "aws_opensearch_domain_policy" "p" {\n  domain_name = aws_opensearch_domain.a.domain_name\n' +
      '  access_policies = jsonencode({ Statement = [{\n    Effect = "Allow"\n    Principal = "*"\n' +
      '    Action = "es:*"\n    Resource = "*"\n  }] })\n}\n';
    const rules = (more: string) => found({ 'main.tf': domain(more) }).map((each) => each.split(' ')[1]);
    expect(rules('')).toContain('aws-opensearch-for-anyone');
    expect(rules('  vpc_options {\n    subnet_ids = ["a"]\n  }\n')).not.toContain('aws-opensearch-for-anyone');
  });
});

import { terraformRules } from '../../catalogue/terraform/index';
import { exampleText } from '../../catalogue/terraform/rule';
import { findFaults } from './find-faults';
import { type HclParser, loadHclParser } from './syntax/parse-hcl';

let parse: HclParser;
beforeAll(async () => {
  parse = await loadHclParser();
});

const judged = (files: Record<string, string>, texts: Record<string, string | null> = {}) =>
  findFaults(
    Object.entries(files).map(([file, text]) => parse(file, text)),
    [],
    terraformRules.filter(({ optional }) => !optional),
    (path) => texts[path],
  );
const found = (files: Record<string, string>, texts?: Record<string, string>): string[] =>
  judged(files, texts).faults.map(({ rule, at }) => `${at.file}:${at.line} ${rule}`);

const acl = (value: string, more = '') =>
  `resource "aws_s3_bucket_acl" "a" {\n  bucket = "b"\n  acl    = ${value}\n${more}}\n`;
const PUBLIC = 'main.tf:3 aws-s3-public-acl';

it.each(['aws_lb', 'aws_alb'])('finds plain HTTP of a balancer by both names of the resource: %s', (type) => {
  const listener = (more: string) =>
    `resource "${type}" "a" {\n${more}}\nresource "${type}_listener" "a" {\n  load_balancer_arn = ${type}.a.arn\n` +
    '  protocol = "HTTP"\n  default_action {\n    type = "forward"\n  }\n}\n';
  const isFound = (more: string) =>
    judged({ 'main.tf': listener(more) }).faults.some(({ rule }) => rule === PLAIN_HTTP);
  expect([isFound(''), isFound('  internal = true\n')]).toEqual([true, false]);
});
const PLAIN_HTTP = 'aws-lb-plain-http';

it('names the variable whose value is a written password', () => {
  const machine = (value: string) =>
    `resource "azurerm_windows_virtual_machine" "a" {\n  admin_password = ${value}\n}\n`;
  const variable = 'variable "pw" {\n  default = "q9Zt4LrVb1XeYw0H"\n}\n';
  const messages = (text: string) =>
    judged({ 'main.tf': text }).faults.flatMap(({ rule, message }) => (rule === 'azure-vm-password' ? [message] : []));
  const written = expect.stringMatching(/: Password of a machine written in the configuration$/);
  const ofVariable = expect.stringMatching(
    /: Password of a machine written in the configuration, as the value of var\.pw$/,
  );
  expect(messages(machine('"q9Zt4LrVb1XeYw0H"'))).toEqual([written]);
  expect(messages(machine('var.pw') + variable)).toEqual([ofVariable]);
});

it('is mild in a module that was put away, unless something calls it or it has a provider', () => {
  const isMild = (files: Record<string, string>) =>
    judged(files).faults.flatMap((fault) => (fault.rule === 'aws-s3-public-acl' ? [fault.isMild === true] : []));
  const old = { 'modules/legacy/bucket/main.tf': acl('"public-read"') };
  expect(isMild(old)).toEqual([true]);
  expect(isMild({ 'modules/bucket/main.tf': acl('"public-read"') })).toEqual([false]);
  expect(isMild({ ...old, 'main.tf': 'module "a" {\n  source = "./modules/legacy/bucket"\n}\n' })).toEqual([false]);
  expect(isMild({ ...old, 'modules/legacy/bucket/p.tf': 'provider "aws" {\n}\n' })).toEqual([false]);
  const unused = { 'unused/shop/main.tf': acl('"public-read"'), 'unused/shop/p.tf': 'provider "aws" {\n}\n' };
  expect(isMild(unused)).toEqual([true]);
});

it.each([
  ['aws_lambda_function', 'runtime = "dotnet8"', true],
  ['aws_lambda_function', 'runtime = "provided"', true],
  ['aws_lambda_function', 'runtime = "provided.al2023"', false],
  ['aws_lambda_function', 'runtime = "dotnet10"', false],
  ['google_cloudfunctions_function', 'runtime = "nodejs20"', true],
  ['google_cloudfunctions_function', 'runtime = "python310"', true],
  ['google_cloudfunctions_function', 'runtime = "python311"', false],
  ['google_cloudfunctions2_function', 'build_config {\n    runtime = "java11"\n  }', true],
  ['google_cloudfunctions2_function', 'build_config {\n    runtime = "java17"\n  }', false],
  ['azurerm_linux_function_app', 'site_config {\n application_stack {\n node_version = "20"\n }\n }', true],
  ['azurerm_linux_function_app', 'site_config {\n application_stack {\n node_version = "22"\n }\n }', false],
])('knows whose support is over: %s with %s', (type, body, isOver) => {
  const rules = judged({ 'main.tf': `resource "${type}" "f" {\n  ${body}\n}\n` }).faults.map(({ rule }) => rule);
  expect(rules.some((rule) => rule.endsWith('-old-runtime'))).toBe(isOver);
});

describe('values of Terraform', () => {
  it.each([
    ['a variable’s default', 'var.v', 'variable "v" {\n  default = "public-read"\n}\n'],
    ['a local value of another', 'local.b', 'locals {\n  a = "public-read"\n  b = local.a\n}\n'],
    ['a condition that is known', 'true ? "public-read" : "private"', ''],
    ['a template', '"public-${"read"}"', ''],
    ['a function', 'lower(join("-", ["PUBLIC", "READ"]))', ''],
    ['a key of a merged object', 'merge({ acl = "private" }, { acl = "public-read" })["acl"]', ''],
    ['what may fail', 'try({}.acl, "public-read")', ''],
    ['an item that a for makes', '[for x in ["read"] : "public-${x}"][0]', ''],
    [
      'a default of a type',
      'var.v.acl',
      'variable "v" {\n  type    = object({ acl = optional(string, "public-read") })\n  default = {}\n}\n',
    ],
  ])('are known of %s', (_, value, rest) => expect(found({ 'main.tf': `${acl(value)}${rest}` })).toEqual([PUBLIC]));

  it.each([
    ['a variable without a default', 'var.v', 'variable "v" {}\n'],
    ['what a provider says', 'data.external.x.result.acl', ''],
    ['a condition that is not known', 'var.v ? "public-read" : "private"', 'variable "v" {}\n'],
    ['values that need each other', 'local.a', 'locals {\n  a = local.b\n  b = local.a\n}\n'],
    ['a key that something unknown may replace', 'merge({ acl = "public-read" }, var.v).acl', 'variable "v" {}\n'],
  ])('are not known of %s, and make no finding', (_, value, rest) =>
    expect(found({ 'main.tf': `${acl(value)}${rest}` })).toEqual([]),
  );

  it('come from the files that Terraform reads by itself, and are not known where another file may be read', () => {
    const main = `${acl('var.v')}variable "v" {\n  default = "private"\n}\n`;
    expect(found({ 'main.tf': main, 'terraform.tfvars': 'v = "public-read"\n' })).toEqual([PUBLIC]);
    expect(
      found({ 'main.tf': main, 'terraform.tfvars': 'v = "public-read"\n', 'z.auto.tfvars': 'v = "private"\n' }),
    ).toEqual([]);
    expect(found({ 'main.tf': main.replace('private', 'public-read'), 'prod.tfvars': 'v = "private"\n' })).toEqual([]);
  });

  it('decide how often a resource is there', () => {
    expect(found({ 'main.tf': acl('"public-read"', '  count = 0\n') })).toEqual([]);
    expect(found({ 'main.tf': acl('each.value', '  for_each = { a = "private", b = "public-read" }\n') })).toEqual([
      PUBLIC,
    ]);
    expect(found({ 'main.tf': acl('each.key', '  for_each = toset(["public-read"])\n') })).toEqual([PUBLIC]);
  });

  it('fill dynamic blocks', () => {
    const group = [
      'resource "aws_security_group" "g" {',
      '  dynamic "ingress" {',
      '    for_each = [22, 443]',
      '    content {',
      '      protocol    = "tcp"',
      '      from_port   = ingress.value',
      '      to_port     = ingress.value',
      '      cidr_blocks = ["0.0.0.0/0"]',
      '    }',
      '  }',
      '}',
      '',
    ].join('\n');
    expect(found({ 'main.tf': group })).toEqual(['main.tf:8 aws-open-ssh']);
    expect(found({ 'main.tf': group.replace('[22, 443]', 'var.ports') })).toEqual([]);
  });

  it('make policies of documents, templates and files', () => {
    const document = [
      'data "aws_iam_policy_document" "d" {',
      '  statement {',
      '    actions   = ["*"]',
      '    resources = ["*"]',
      '  }',
      '}',
      '',
      'resource "aws_iam_policy" "p" {',
      '  policy = data.aws_iam_policy_document.d.json',
      '}',
      '',
    ].join('\n');
    expect(found({ 'main.tf': document })).toEqual(['main.tf:9 aws-iam-administrator']);
    const text = '{"Statement":{"Effect":"Allow","Action":"*","Resource":"*"}}';
    const file = 'resource "aws_iam_policy" "p" {\n  policy = file("${path.module}/p.json")\n}\n';
    expect(found({ 'm/main.tf': file }, { 'm/p.json': text })).toEqual(['m/main.tf:2 aws-iam-administrator']);
  });
});

describe('documents of policies that nothing in the target is given', () => {
  const document = (more: string) =>
    `data "aws_iam_policy_document" "d" {\n  statement {\n    actions = ["*"]\n    resources = ["*"]\n${more}  }\n}\n`;
  const json = 'data.aws_iam_policy_document.d.json';

  it('are judged where they stand', () => {
    expect(found({ 'main.tf': document('') })).toEqual(['main.tf:1 aws-iam-administrator']);
    const foreign = `module "r" {\n  source = "terraform-aws-modules/iam/aws"\n  policy = ${json}\n}\n`;
    expect(found({ 'main.tf': document('') + foreign })).toEqual(['main.tf:1 aws-iam-administrator']);
    expect(found({ 'main.tf': document('').replace('["*"]', 'var.v') + 'variable "v" {}\n' })).toEqual([]);
  });

  it.each([
    ['a resource', `resource "aws_iam_policy" "p" {\n  policy = ${json}\n}\n`, ['main.tf:8 aws-iam-administrator']],
    ['what is no permission', `resource "aws_organizations_policy" "p" {\n  content = ${json}\n}\n`, []],
    [
      'a module of the target',
      `module "m" {\n  source = "./m"\n  v      = ${json}\n}\n`,
      ['m/main.tf:2 aws-iam-administrator'],
    ],
  ])('are not judged twice where they are given to %s', (_, given, expected) => {
    const inner = 'resource "aws_iam_policy" "p" {\n  policy = var.v\n}\nvariable "v" {}\n';
    const m: Record<string, string> = { ...(given.startsWith('module') && { 'm/main.tf': inner }) };
    expect(found({ 'main.tf': document('') + given, ...m })).toEqual(expected);
  });

  it('are no permissions where they name who it is for', () =>
    expect(
      found({
        'main.tf': document('    principals {\n      type = "AWS"\n      identifiers = ["111122223333"]\n    }\n'),
      }),
    ).toEqual([]));
});

describe('modules of Terraform', () => {
  const inner = `${acl('var.v')}variable "v" {\n  default = "private"\n}\n`;
  const call = (name: string, value: string) => `module "${name}" {\n  source = "./m"\n  v      = "${value}"\n}\n`;

  it('are judged as they are called: what all calls cause stands in the module, what one causes at the call', () => {
    expect(found({ 'main.tf': call('a', 'public-read'), 'm/main.tf': inner })).toEqual([
      'm/main.tf:3 aws-s3-public-acl',
    ]);
    expect(found({ 'main.tf': call('a', 'public-read') + call('b', 'private'), 'm/main.tf': inner })).toEqual([
      'main.tf:1 aws-s3-public-acl',
    ]);
  });

  it('are not judged by what an example does with them', () => {
    const example = call('a', 'public-read').replace('./m', '../..');
    expect(found({ 'main.tf': inner, 'examples/x/main.tf': example })).toEqual([
      'examples/x/main.tf:1 aws-s3-public-acl',
    ]);
  });

  it('end where they call each other in a circle', () =>
    expect(
      found({
        'a/main.tf': 'module "b" {\n  source = "../b"\n}\n',
        'b/main.tf': 'module "a" {\n  source = "../a"\n}\n',
      }),
    ).toEqual([]));
});

describe('hostile configurations', () => {
  it('cost a bounded number of steps, and are named where they are not judged to the end', () => {
    const lines = Array.from(
      { length: 40 },
      (_, i) => `  a${i + 1} = [for x in local.a${i} : [for y in local.a0 : [for z in local.a0 : z]]]`,
    );
    const text = `locals {\n  a0 = range(2000)\n${lines.join('\n')}\n}\n${acl('local.a40')}`;
    expect(judged({ 'main.tf': text }).unfinished).toEqual(['main.tf']);
  }, 60_000);

  const chain = (length: number, link: (before: string, index: number) => string) =>
    `locals {\n  a0 = "public-read"\n${Array.from({ length }, (_, i) => `  a${i + 1} = ${link(`local.a${i}`, i)}`).join(
      '\n',
    )}\n}\n`;

  it.each([
    ['a local value', (before: string) => before],
    ['a list', (before: string) => `[for x in [${before}] : x][0]`],
    ['a call', (before: string) => `lower(join("", ["\${${before}}"]))`],
    ['what is made into JSON', (before: string) => `[jsondecode(jsonencode([${before}]))]`],
    ['a condition', (before: string) => `${before} == "" ? "" : ${before}`],
  ])('that are deeper than any stack are not judged to the end: %s of another', (_, link) => {
    const deep = chain(3_000, link) + acl('local.a3000');
    expect(judged({ 'main.tf': deep, 'b/main.tf': acl('"public-read"') })).toEqual({
      faults: [expect.objectContaining({ rule: 'aws-s3-public-acl', at: { file: 'b/main.tf', line: 3, column: 3 } })],
      unfinished: ['main.tf'],
    });
    expect(judged({ 'main.tf': chain(20, link) + acl('local.a20') }).unfinished).toEqual([]);
  });

  it('that nest values step by step are not judged to the end where the values are compared or written', () => {
    const users = (use: (value: string) => string) =>
      Array.from({ length: 30 }, (_, i) => acl(use(`local.a${(i + 1) * 100}`)).replace('"a"', `"a${i}"`)).join('');
    const nested = chain(3_000, (before) => `[${before}]`);
    for (const use of [
      (value: string) => `${value} == ${value} ? "private" : "public-read"`,
      (value: string) => `jsonencode(${value})`,
      (value: string) => `join("", toset([${value}, ${value}]))`,
    ])
      expect(judged({ 'main.tf': nested + users(use) }).unfinished).toEqual(['main.tf']);
  });

  it('are named as those where a module that they call is not judged to the end', () => {
    const inner = `${chain(3_000, (before) => before)}output "acl" {\n  value = local.a3000\n}\n`;
    const call = 'module "m" {\n  source = "./m"\n}\n';
    expect(
      judged({ 'main.tf': call + acl('module.m.acl') + acl('module.m.acl'), 'm/main.tf': inner }).unfinished,
    ).toEqual(['main.tf']);
  });

  it('are named where a text that they read is beyond the sum of what is read', () => {
    const policy = 'resource "aws_iam_policy" "p" {\n  policy = file("p.json")\n}\n';
    expect(judged({ 'main.tf': policy, 'b/main.tf': policy }, { 'p.json': null }).unfinished).toEqual(['main.tf']);
  });

  it('are blamed file by file where they end the engine', () => {
    const working: string[] = [];
    findFaults(
      ['main.tf', 'b/main.tf'].map((file) => parse(file, acl('"private"'))),
      [],
      terraformRules,
      () => undefined,
      { working: (file) => working.push(file) },
    );
    expect(working).toEqual(['main.tf', 'b/main.tf']);
  });

  it('never break the engine, whatever is cut out of them', () => {
    const texts = terraformRules.map((rule) => exampleText(rule, 'bad')).join('\n');
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let round = 0; round < 60; round++) {
      const at = next(texts.length - 4_000);
      const part = texts.slice(at, at + 4_000);
      const cut = next(part.length);
      const text = part.slice(0, cut) + '{["}$\\<'[next(7)] + part.slice(cut + next(20));
      expect(() => judged({ 'main.tf': text })).not.toThrow();
    }
  });
});

import { infrastructureTools } from '../../catalogue/infrastructure';
import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';

const profile = profileOf('terraform');
const aws = infrastructureTools.filter(({ id }) => id === 'terraform-aws');

const tools = infrastructureTools.filter(({ engine }) => engine === 'terraform');

describeToolSamples(profile, tools);

const flawed = 'resource "aws_s3_bucket_acl" "a" {\n  bucket = "b"\n  acl    = "public-read"\n}\n';

describeHostileFiles(profile, {
  tools: aws,
  extension: '.tf',
  flawed,
  malformed: 'resource "a" "b" {\n  c = [1,\n',
  longLine: `locals {\n  a = "${'x'.repeat(2_000_000)}"\n}\n`,
  deep: `locals {\n  a = ${'['.repeat(50_000)}${']'.repeat(50_000)}\n}\n`,
});

describe('the Terraform rules', () => {
  const run = (files: Record<string, string>) => runOn(profile, aws, files);

  it('judge the other blocks of a file with a mistake, and say which lines could not be read', async () => {
    const result = await run({ 'main.tf': `${flawed}\nresource "aws_ebs_volume" "v" {\n  size = = 1\n}\n` });
    expect(result.found).toEqual(['main.tf:3 aws-s3-public-acl']);
    expect(result.tool('terraform-aws').unreadable).toEqual([
      { file: 'main.tf', reason: expect.stringContaining('line 7') as string },
    ]);
  });

  it('take what another tool is told to accept less seriously, and hide nothing', async () => {
    const accepted = flawed.replace('  acl ', '  # checkov:skip=CKV_AWS_20:A site\n  acl ');
    const { findings } = (await run({ 'a/main.tf': accepted, 'b/main.tf': flawed })).tool('terraform-aws');
    expect(findings.map(({ file, severity }) => [file, severity])).toEqual([
      ['a/main.tf', 'low'],
      ['b/main.tf', undefined],
    ]);
  });

  it('say once that the login of a cluster stands there', async () => {
    const google = infrastructureTools.filter(({ id }) => id === 'terraform-google');
    const cluster = (password: string) =>
      'variable "p" {}\nresource "google_container_cluster" "c" {\n  name = "c"\n  master_auth {\n' +
      `    username = "root"\n    password = ${password}\n` +
      '    client_certificate_config {\n      issue_client_certificate = true\n    }\n  }\n}\n';
    const rules = async (password: string) =>
      (await runOn(profile, google, { 'main.tf': cluster(password) })).found
        .map((each) => each.split(' ')[1])
        .filter((each) => /login|password|client-certificate/.test(each!));
    expect(await rules('"q9Zt4LrVb1XeYw0H"')).toEqual(['google-gke-password']);
    expect(await rules('var.p')).toEqual(['google-gke-basic-login', 'google-gke-client-certificate']);
  });

  it('read OpenTofu’s files and the JSON form', async () => {
    const json = {
      resource: { aws_s3_bucket_acl: { a: { bucket: 'b', acl: '${var.acl}' } } },
      variable: { acl: { default: 'public-read' } },
    };
    const result = await run({ 'a/main.tofu': flawed, 'b/main.tf.json': JSON.stringify(json, null, 2) });
    expect(result.found).toEqual(['a/main.tofu:3 aws-s3-public-acl', 'b/main.tf.json:6 aws-s3-public-acl']);
  });

  it('read no file outside of the target', async () => {
    const policy =
      'resource "aws_s3_bucket_policy" "a" {\n  bucket = "b"\n  policy = file("../../../../etc/passwd")\n}\n';
    expect((await run({ 'a/main.tf': policy })).tool('terraform-aws').outcome).toEqual({ status: 'completed' });
  });
});

describe('a call of a module', () => {
  const configuration = infrastructureTools.filter(({ id }) => id === 'terraform-configuration');
  const call = (source: string) => `module "network" {\n  source = "${source}"\n}\n`;
  const found = async (files: Record<string, string>, leftOut: readonly string[] = []) =>
    (await runOn(profile, configuration, files, { kind: 'directory', leftOut }))
      .tool('terraform-configuration')
      .findings.filter(({ rule }) => rule === 'tf-module-missing')
      .map(({ file, line, severity }) => `${file}:${line} ${severity ?? 'as the rule says'}`);

  it('is told of where the target has no such folder', async () => {
    expect(await found({ 'live/main.tf': call('../modules/network') })).toEqual(['live/main.tf:1 as the rule says']);
    expect(await found({ 'live/main.tf': call('../modules/network'), 'modules/network/main.tf': '' })).toEqual([]);
    expect(await found({ 'live/main.tf': call('../modules/network'), 'modules/network/README.md': '' })).toEqual([]);
  });

  it('is none where the folder is left out or elsewhere, and of little matter where git ignores it', async () => {
    const files = { 'live/main.tf': call('./vendor/network') };
    expect(await found(files, ['live/vendor'])).toEqual([]);
    expect(await found({ ...files, '.gitignore': 'vendor/\n' })).toEqual(['live/main.tf:1 low']);
    const module = '[submodule "v"]\n\tpath = live/vendor\n\turl = a\n';
    expect(await found({ ...files, '.gitmodules': module })).toEqual(['live/main.tf:1 low']);
    expect(await found({ 'live/main.tf': call('../../network') })).toEqual([]);
    expect(await found({ 'live/main.tf': call('acme/network/aws') })).toEqual([]);
  });

  it('is not missed where a template climbs out of its own folder, as it is copied to another place', async () => {
    const template = (source: string) => found({ 'infra/environment-template/main.tf': call(source) });
    expect(await template('../../shop/infra')).toEqual([]);
    expect(await template('./network')).toEqual(['infra/environment-template/main.tf:1 as the rule says']);
  });

  it.each(['{{cookiecutter.environment}}', '{% if cloud %}cloud{% endif %}', '{{ project_name }}'])(
    'is not missed in a folder whose name a template fills in: %s',
    async (name) => {
      const files = (source: string) => ({ [`copied/${name}/tofu/main.tf`]: call(source) });
      expect(await found(files('../../site/tofu'))).toEqual([]);
      expect(await found(files('./network'))).toEqual([]);
    },
  );
});

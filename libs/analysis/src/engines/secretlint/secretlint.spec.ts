import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inKeptHost } from '../../../test/kept-host';
import { describeToolSamples } from '../../../test/tool-samples';
import { exampleOf } from '../../../test/secret-examples';
import { SECRET_FORMATS } from '../../catalogue/secret-formats';
import { secretlintTools } from '../../catalogue/secrets';
import { runPassWithRepair } from '../runtime/run-with-repair';
import type { ToolRun } from '../runtime/tool-runs';
import { runOn } from '../../../test/run-on';
import { profileOf } from '../engine-table';

const profile = profileOf('secretlint');

describeToolSamples(profile, secretlintTools);

describe('secretlint', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'assay-secretlint-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = async (files: Record<string, string | Buffer>): Promise<ToolRun> => {
    const root = join(folder, 'target');
    rmSync(root, { recursive: true, force: true });
    mkdirSync(root);
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
    const staged = Object.keys(files).map((path) => ({
      staged: path,
      path,
      size: statSync(join(root, path)).size,
      lines: 1,
      language: '',
    }));
    const { tools } = await inKeptHost(profile, (scratch, limits) =>
      runPassWithRepair({ engine: profile.id, tools: secretlintTools, root, files: staged, scratch }, limits),
    );
    expect(tools[0]!.outcome).toEqual({ status: 'completed' });
    return tools[0]!;
  };
  const found = ({ findings }: ToolRun): string[] => findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`);
  const GITHUB = `ghp_${'FAKE'.repeat(9)}`;
  /** One of several that are not the same. */
  const githubToken = (end: string) => GITHUB.slice(0, -1) + end;

  it('obeys no comment and no configuration of the target', async () => {
    const canary = join(folder, 'canary');
    const outcome = await run({
      '.secretlintrc.json': '{"rules":[]}',
      '.secretlintrc.js': `require('fs').writeFileSync(${JSON.stringify(canary)}, '')`,
      '.secretlintignore': '*\n',
      'a.js': `/* secretlint-disable */\n// secretlint-disable-next-line\nconst a = '${GITHUB}';\n`,
    });
    expect(found(outcome)).toEqual(['a.js:3 GITHUB_TOKEN']);
    expect(existsSync(canary)).toBe(false);
  });

  it('never repeats a secret or its length', async () => {
    const secrets = [
      GITHUB,
      'postgres://shop:hunter2hunter2@db.internal.net:5432/shop',
      ['sk', 'live', 'FAKE'.repeat(8)].join('_'),
    ];
    const { findings } = await run({ 'a.env': secrets.join('\n') });
    expect(findings).toHaveLength(3);
    for (const { message } of findings) {
      expect(message).toMatch(/^Found [\w ]+$/);
      for (const secret of secrets) expect(message).not.toContain(secret);
    }
  });

  it('says where a secret stands, line by line', async () => {
    const body = ['x', 'y'].map((each) => createHash('sha384').update(each).digest('base64')).join('\n');
    const { findings } = await run({
      'a.ts': `const a = 1;\nconst dbPassword = 'Ab3;kL9=Zq7x,p';\n`,
      'b.pem': `-----BEGIN PRIVATE ${'KEY'}-----\n${body}\n-----END PRIVATE KEY-----\n`,
    });
    expect(findings.map(({ hidden }) => hidden)).toEqual([
      [{ line: 2, start: 20, end: 34 }],
      [
        { line: 1, start: 0, end: 27 },
        { line: 2, start: 0, end: 64 },
        { line: 3, start: 0, end: 64 },
        { line: 4, start: 0, end: 8 },
      ],
    ]);
  });

  it.each([
    ['stripe-secret-key', ['sk', 'live', 'FAKE'.repeat(8)].join('_')],
    ['google-api-key', `AI${'za'}${'FAKE0'.repeat(7)}`],
    ['azure-storage-key', `AccountKey=${'FA'.repeat(43)}==`],
    ['pypi-token', `pypi-AgEI${'cHlwaS5vcmc'}${'FAKE'.repeat(13)}`],
    ['digitalocean-token', `dop_v1_${'fa4e'.repeat(16)}`],
    ['telegram-bot-token', `123456789:AA${'FAK'.repeat(11)}`],
    ['age-secret-key', exampleOf(SECRET_FORMATS.find(({ id }) => id === 'age-secret-key')!)],
  ])('knows a %s', async (rule, secret) => {
    const outcome = await run({ 'a.yml': `# one\nkey: "${secret}"\n`, 'near.yml': `key: "${secret.slice(0, -12)}"\n` });
    expect(outcome.findings).toEqual([expect.objectContaining({ file: 'a.yml', line: 2, column: 7, rule })]);
  });

  it('takes the form of a token, filled in with one letter, for none', async () =>
    expect((await run({ 'a.yml': `key: "${['sk', 'live', 'X'.repeat(24)].join('_')}"\n` })).findings).toEqual([]));

  it('takes a documented sample key of AWS for none, also with other marks between its parts', async () => {
    const file = (key: string) => `secret_access_key = ${key}\n`;
    const sample = `wJalrXUtnFEMI/K7MDENG+bPxRfiCY${'EXAMPLEKEY'}`;
    const real = 'q8Zr4vXw2L'.repeat(4);
    expect(found(await run({ 'a.cfg': file(sample), 'b.cfg': file(real) }))).toEqual(['b.cfg:1 AWSSecretAccessKey']);
  });

  it.each([
    ['behind a command', '    # created: 2021\n', 'info'],
    ['behind an empty line', '\n', undefined],
    ['behind a name', '    # created: 2021\n    key = ', undefined],
  ])('takes what the help of a program shows as its output for a sample: %s', async (_, between, severity) => {
    const key = exampleOf(SECRET_FORMATS.find(({ id }) => id === 'age-secret-key')!);
    const text = `const usage = \`Examples:\n\n    $ age-keygen\n${between}${key}\n\``;
    expect((await run({ 'a.go': text })).findings.map((each) => each.severity)).toEqual([severity]);
  });

  it('reports a secret of several files once, in the own code first, with its other places', async () => {
    const token = `glagent-${'FAKE9fake5'.repeat(5)}`;
    const { findings } = await run({
      'a.test.yml': `key: "${token}"\n`,
      'b.yml': `# the same\nkey: "${token}"\n`,
      'c.sh': `export A=${token}; B=${token}\n`,
    });
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ rule: 'gitlab-agent-token', line: 2, file: 'b.yml' });
    expect(findings[0]!.message).toBe('Found GitLab agent token; the same is at a.test.yml:1, c.sh:1, c.sh:1');
  });

  it('takes what tests have for made up, and a token of a form there for one that may be real', async () => {
    const { findings } = await run({
      'shop.test.ts': [
        `const password = 'q8Zr4vXw2LkT9mNp6sBd';`,
        `const cache = 'redis://:Zx81kq_Lm2pp@cache.shop-cloud.com';`,
        `const token = 'glagent-${'FAKE9fake5'.repeat(5)}';`,
      ].join('\n'),
    });
    expect(findings.map(({ line, severity }) => `${line} ${severity}`)).toEqual(['1 info', '2 info', '3 medium']);
  });

  it('reports a secret where it is most severe, and says all of its places', async () => {
    const { findings } = await run({
      'a.ts': `const apiSecret = 'Tr0ub4dor';\n`,
      'b.env': 'DB_HOST=db.shop-cloud.com\nDB_PASSWORD=Tr0ub4dor\n',
    });
    expect(findings).toEqual([
      expect.objectContaining({ file: 'b.env', line: 2, rule: 'assigned-password', severity: 'high' }),
    ]);
    expect(findings[0]!.message).toMatch(/; the same is at a\.ts:1$/);
    expect(findings[0]!.elsewhere).toEqual([
      expect.objectContaining({ file: 'a.ts', line: 1, rule: 'assigned-secret', severity: 'low' }),
    ]);
    expect(findings[0]!.elsewhere![0]!.message).toMatch(/; the same is at b\.env:2$/);
  });

  it('says less of a key that a server takes when it is set up, wherever it is used', async () => {
    const key = exampleOf(SECRET_FORMATS.find(({ id }) => id === 'langfuse-key')!);
    const severities = async (files: Record<string, string>) =>
      (await run(files)).findings.map((each) => each.severity);
    const setUp = `LANGFUSE_INIT_PROJECT_SECRET_KEY=${key}\n`;
    const used = { 'app.env': `LANGFUSE_SECRET_KEY=${key}\n` };
    expect(await severities({ 'compose.yml': `environment:\n  - ${setUp}`, ...used })).toEqual(['low']);
    expect(await severities({ 'a.env': `NEXTAUTH_URL=http://localhost:3000\n${setUp}` })).toEqual(['low']);
    expect(await severities({ 'a.env': setUp, ...used })).toEqual(['medium']);
    expect(await severities(used)).toEqual([undefined]);
    expect(await severities({ 'compose.yml': setUp.replace('LANGFUSE', 'PAYMENTS') })).toEqual([undefined]);
  });

  it('says less of a token that an example or a test has, too, unless its digits confirm it', async () => {
    const token = exampleOf(SECRET_FORMATS.find(({ id }) => id === 'langfuse-key')!);
    const issued = exampleOf(SECRET_FORMATS.find(({ checksum, severity }) => checksum && severity !== 'low')!);
    const severities = async (path: string, beside: string, value = token) =>
      (await run({ [path]: `const token = '${value}';\n`, [beside]: `TOKEN=${value}\n` })).findings.map(
        (each) => each.severity,
      );
    expect(await severities('src/a.ts', '.env.example')).toEqual(['medium']);
    expect(await severities('src/a.ts', 'conf/a.sample.env')).toEqual(['medium']);
    expect(await severities('src/a.ts', 'conf/a.env')).toEqual([undefined]);
    expect(await severities('deploy/prod/a.ts', '.env.example')).toEqual([undefined]);
    expect(await severities('src/a.ts', '.env.example', issued)).toEqual([undefined]);
  });

  it('reports the two halves of a key of AWS once', async () => {
    const id = (end: string) => `aws_access_key_id = AK${'IA'}Q7XW2LKT5MNP6SB${end}\n`;
    const secret = (part: string) => `aws_secret_access_key = ${part.repeat(4)}\n`;
    const near = id('D') + secret('q8Zr4vXw2L');
    const far = `${id('E')}\n\n\n\n\n${secret('k7Yt3uWs9M')}`;
    const places = found(await run({ 'near.txt': near, 'far.txt': far }));
    expect(places).not.toContain('near.txt:1 aws-access-key-id');
    expect(places).toEqual(expect.arrayContaining(['near.txt:2 AWSSecretAccessKey', 'far.txt:1 aws-access-key-id']));
  });

  it('reports a secret of very many places in parts, so that none of them is lost', async () => {
    const { findings } = await run({ 'a.env': `DB_PASSWORD=Zx81kq_Lm2pp\n`.repeat(1_100) });
    expect(findings.map(({ elsewhere }) => 1 + elsewhere!.length)).toEqual([500, 500, 100]);
  });

  it('knows a private key however its line ends are written, and reports it once', async () => {
    const body = (mark: string) =>
      Array.from({ length: 12 }, (_, at) => createHash('sha384').update(`${mark}${at}`).digest('base64'));
    const key = (lineEnd: string, mark = 'x') =>
      [`-----BEGIN RSA PRIVATE ${'KEY'}-----`, ...body(mark), '-----END RSA PRIVATE KEY-----'].join(lineEnd);
    const { findings } = await run({
      'a.json': JSON.stringify({ key: key('\n') }),
      'b.env': `KEY="${key('\\n')}"`,
      'c.yml': `key: |\n  ${key('\n  ')}\n`,
      'd.json': JSON.stringify(JSON.stringify({ key: key('\n') })),
      'e.java': `String other =\n  "${key('\\n" +\n  "', 'y')}";`,
      'f.xml': `<key>${key('&#10;')}</key>`,
    });
    expect(findings.map(({ file, rule }) => `${file} ${rule}`)).toEqual(['a.json PrivateKey', 'e.java PrivateKey']);
    expect(findings[0]!.message).toMatch(/the same is at b\.env:1, c\.yml:2, d\.json:1, f\.xml:1$/);
  });

  it('takes a key of RSA that is too short to be one for a sample', async () => {
    const key = (kind: string, lines: number, lineEnd = '\n') =>
      [
        `-----BEGIN ${kind}PRIVATE ${'KEY'}-----`,
        ...Array.from({ length: lines }, (_, at) =>
          createHash('sha384').update(`${kind}${lineEnd}${at}`).digest('base64'),
        ),
        `-----END ${kind}PRIVATE KEY-----`,
      ].join(lineEnd);
    const outcome = await run({
      'commented.yml': `# ${key('RSA ', 2, '\n#  ')}\n`,
      'plain.pem': `${key('RSA ', 2)}\n`,
      'escaped.env': `KEY="${key('RSA ', 4, '\\n')}"\n`,
      'ec.pem': `${key('EC ', 2)}\n`,
      'pkcs8.pem': `${key('', 1)}\n`,
      'rsa.js': `const key =\n  "${key('RSA ', 6, '\\n" +\n  "')}";\n`,
    });
    const low = outcome.findings.filter(({ severity }) => severity === 'low');
    expect(low.map(({ message }) => message)).toEqual(
      Array(3).fill('Found private key, likely for tests only: it is too short for RSA'),
    );
    const others = outcome.findings.filter(({ severity }) => severity !== 'low');
    expect(others.map(({ file }) => file).sort()).toEqual(['ec.pem', 'pkcs8.pem', 'rsa.js']);
  });

  it('takes tokens in a template of settings that has to be filled in for samples', async () => {
    const token = `644739147:${'AAGMPo'}-Jz3mKRnHRTnrPEDi7jUF1vqNOD5k`;
    const settings = (url: string) =>
      `{\n"base": "https://shop.${url}",\n"token": "${token}",\n"chat": "-987654321",\n"key": "xxxxxxxxxxxx"\n}\n`;
    const severityIn = async (path: string, url: string) =>
      (await run({ [path]: settings(url) })).findings.map(({ rule, severity }) => `${rule} ${severity}`);
    expect(await severityIn('rootfs/templates/config.json', 'example.com')).toEqual(['telegram-bot-token low']);
    const commented = 'a: https://shop.example.com\nb: "12345678"\nc: "xxxxxxxx"\n  #password: "kRt7vX2pQ9"\n';
    const { findings } = await run({ 'roles/templates/a.yaml': commented });
    expect(findings.map(({ severity }) => severity)).toEqual(['info']);
    for (const [path, url] of [
      ['rootfs/config.json', 'example.com'],
      ['rootfs/templates/config.json', 'gloas.de'],
    ] as const)
      expect(await severityIn(path, url)).toEqual(['telegram-bot-token undefined']);
  });

  it('says less of a key that a comment beside it calls an example', async () => {
    const key = [
      `-----BEGIN PRIVATE ${'KEY'}-----`,
      createHash('sha384').update('vault').digest('base64'),
      '-----END PRIVATE KEY-----\n',
    ].join('\n');
    const comment = (what: string) =>
      `# ${what} for this play were made with:\n# openssl genrsa -out private.pem\n- a: 1\n`;
    const severities = async (what: string) =>
      (await run({ 'vault/private.pem': key, 'vault/play.yml': comment(what) })).findings.map((each) => each.severity);
    expect(await severities('Example keys')).toEqual(['low']);
    expect(await severities('Keys')).toEqual([undefined]);
  });

  it('says less of private keys in a file that shares one with a test', async () => {
    const key = (mark: string) =>
      [
        `-----BEGIN RSA PRIVATE ${'KEY'}-----`,
        ...Array.from({ length: 12 }, (_, at) => createHash('sha384').update(`${mark}${at}`).digest('base64')),
        '-----END RSA PRIVATE KEY-----',
      ].join('\n');
    const tree = {
      'signer.pem': `${key('x')}\n${key('y')}\n`,
      'other.pem': `${key('z')}\n`,
      'signer.test.ts': `const key = \`${key('x')}\`;\n`,
    };
    const roles = (path: string) => (path.includes('.test.') ? ('test' as const) : undefined);
    const outcome = await runOn(profile, secretlintTools, tree, undefined, undefined, roles);
    const { findings } = outcome.tool('secrets-source');
    expect(findings.map(({ file, line, severity }) => `${file} ${line} ${severity}`).sort()).toEqual([
      'other.pem 1 undefined',
      'signer.pem 1 low',
      'signer.pem 15 low',
    ]);
    const elsewhere = async (folder: string) => {
      const files = { 'vm/all.yml': `${key('x')}\n${key('y')}\n`, [`${folder}/all.yml`]: `${key('x')}\n` };
      return (await run(files)).findings.map(({ severity }) => severity);
    };
    expect(await elsewhere('ci')).toEqual(['low', 'low']);
    expect(await elsewhere('qa')).toEqual([undefined, undefined]);
    expect(await elsewhere('ci/prod')).toEqual([undefined, undefined]);
  });

  it('takes the id of a temporary key for worth little without the key itself', async () => {
    const id = `AS${'IA'}Q7XW2LKT5MNP6SBD`;
    const severities = async (text: string) => (await run({ 'a.yml': text })).findings.map(({ severity }) => severity);
    expect(await severities(`url: https://a.b/c?X-Amz-Credential=${id}%2F20260101\n`)).toEqual(['low']);
    expect(await severities(`id: ${id}\nkey: ${'q8Zr4vXw2L'.repeat(4)}\n`)).toContain(undefined);
  });

  it('reads on when files are broken, and says which', async () => {
    const outcome = await run({
      'binary.bin': Buffer.from([1, 0, 2, 0, 3]),
      'bom.txt': `\uFEFF${githubToken('A')}\n`,
      'crlf.txt': `a\r\nb\r\n${githubToken('B')}\r\n`,
      'empty.txt': '',
      'latin1.txt': Buffer.concat([Buffer.from([0xe9, 0x0a]), Buffer.from(`${githubToken('C')}`)]),
      'long.txt': `${'https://a:'.repeat(200_000)} ${githubToken('D')}`,
    });
    expect(found(outcome)).toEqual([
      'bom.txt:1 GITHUB_TOKEN',
      'crlf.txt:3 GITHUB_TOKEN',
      'latin1.txt:2 GITHUB_TOKEN',
      'long.txt:1 GITHUB_TOKEN',
    ]);
    expect(outcome.unreadable).toEqual([{ file: 'binary.bin', reason: 'not a text file' }]);
    expect(outcome.filesChecked).toBe(6);
  });
});

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { githubToken } from '../../../test/support/github-token';
import { openCommandLine } from '../../../test/support/command-line';

describe('the assay command', () => {
  const line = openCommandLine();
  const { folder, assay, quickly, started } = line;
  beforeAll(() => {
    for (const [path, text] of Object.entries({
      'alone/package.json': '{ "name": "alone", "version": "1.0.0", "dependencies": { "left-pad": "1.3.0" } }\n',
      'bad/style.css': 'a { colr: red; }\n',
      'bad/data.bin': 'a\0b',
      'many/a.js': 'if (one == two) three();\n'.repeat(4),
      'many/z.js': 'debugger;\n',
      'infra/main.pl': 'use strict;\nmy $a = 1;\nprint $a;\n',
      'clean/style.css': 'a {\n  color: red;\n}\n',
      'copied/vendor/style.css': 'a { colr: red; }\n',
    })) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });
  afterAll(() => line.remove());

  it('passes with status 0 and says what it looked at', async () => {
    const { status, output } = await assay('scan', 'clean', '--tool', 'biome-css', '--fail-on', 'info');
    expect(output).toContain('0 findings by 1 tool in 1 file, 3 lines');
    expect(output).toContain('pass: nothing of severity info or above');
    expect(status).toBe(0);
  }, 60_000);

  it('fails its gate with status 1 and names file and line', async () => {
    const { status, output, errors } = await assay('scan', 'bad', '--tool', 'biome-css', '--fail-on', 'low');
    expect(output).toContain('style.css:1');
    expect(errors).toContain('biome-css');
    expect(status).toBe(1);
  }, 60_000);

  it('scans one file, and writes the report to another', async () => {
    const { status, output } = await assay(
      ...['scan', '--tool', 'biome-css', '--format', 'sarif', '--output', 'out.sarif', 'bad/style.css'],
    );
    const {
      runs: [run],
    } = JSON.parse(readFileSync(join(folder, 'out.sarif'), 'utf8'));
    expect(run.results).toMatchObject([
      { locations: [{ physicalLocation: { artifactLocation: { uri: 'style.css' }, region: { startLine: 1 } } }] },
    ]);
    expect(run.properties.target).toBe(join(realpathSync(folder), 'bad/style.css'));
    expect(output).toContain('1 finding (1 medium) by 1 tool in 1 file, 1 line');
    expect(output).not.toContain('style.css:1');
    expect(output).toContain('no gate was set');
    expect(status).toBe(0);
  }, 60_000);

  it('writes several formats to a folder that it makes, and asks for one before it scans', async () => {
    const formats = ['--format', 'sarif,html,junit', '--format', 'csv,sarif'];
    const { status, output } = await quickly(
      'scan',
      'bad',
      '--tool',
      'biome-css',
      ...formats,
      '--output',
      'made/reports',
    );
    expect(readdirSync(join(folder, 'made/reports')).sort()).toEqual([
      'assay.csv',
      'assay.html',
      'assay.junit.xml',
      'assay.sarif',
    ]);
    const written = (name: string) => readFileSync(join(folder, 'made/reports', name), 'utf8');
    expect(JSON.parse(written('assay.sarif')).runs[0].results).toHaveLength(1);
    expect(written('assay.junit.xml').match(/<failure /g)).toHaveLength(1);
    expect(written('assay.csv').split('\r\n')).toHaveLength(3);
    expect(written('assay.html')).toContain('<code>style.css:1</code>');
    expect(output).toContain('1 finding (1 medium) by 1 tool');
    expect(status).toBe(0);
    const nowhere = await quickly('scan', 'bad', ...formats);
    expect(nowhere.errors).toContain('several formats (sarif, html, junit, csv) need a folder to go to: add --output');
    const file = await quickly('scan', 'bad', ...formats, '--output', 'bad/style.css');
    expect(file.errors).toContain('bad/style.css cannot be made');
    const unknown = await quickly('scan', 'bad', '--format', 'sarif,pdx');
    expect(unknown.errors).toContain('pdx is none of text, json, sarif');
    expect([nowhere.status, file.status, unknown.status]).toEqual([3, 3, 3]);
  }, 60_000);

  it('asks of one file nothing that only its neighbours could answer, unless the tool is named', async () => {
    const toolsOf = ({ output }: { output: string }) =>
      (JSON.parse(output) as { tools: { toolName: string }[] }).tools.map(({ toolName }) => toolName);
    const slow = 'json-lint,npm-publish-lint,npm-types,openapi-spectral,openapi-redocly';
    const quality = ['--category', 'code-quality', '--exclude-tool', slow];
    expect(toolsOf(await quickly('scan', 'alone/package.json', ...quality, '--json'))).toEqual(['license-policy']);
    expect(toolsOf(await quickly('scan', 'alone', '--tool', 'unused-dependencies', '--json'))).toHaveLength(1);
    expect(toolsOf(await quickly('scan', 'many/a.js', '--tool', 'unresolved-imports', '--json'))).toHaveLength(1);
  }, 60_000);

  it('prints one JSON document and nothing else', async () => {
    const { status, output, errors } = await quickly('scan', 'bad', '--tool', 'biome-css', '--json');
    expect(JSON.parse(output)).toMatchObject({
      verdict: 'pass',
      summary: { totalFindings: 1 },
      findings: [{ file: 'style.css', line: 1, tool: 'biome-css' }],
    });
    expect(errors).toBe('');
    expect(status).toBe(0);
  }, 60_000);

  it('judges what is not listed, keeps the most severe and says how much is cut', async () => {
    const { status, output } = await started(
      ['scan', 'many', '--tool', 'biome-suspicious', '--fail-on', 'medium', '--json'],
      { ASSAY_FINDINGS_PER_TOOL: '1' },
    ).ended;
    const { findings, notKept, reason, summary, tools } = JSON.parse(output);
    expect(findings).toMatchObject([{ file: 'z.js', severity: 'medium' }]);
    const bySeverity = { critical: 0, high: 0, medium: 0, low: 4, info: 0 };
    expect(notKept).toEqual([{ tool: 'biome-suspicious', count: 4, bySeverity }]);
    expect(summary).toMatchObject({ totalFindings: 5, bySeverity: { ...bySeverity, medium: 1 } });
    expect(tools).toMatchObject([{ findingsCount: 5, result: { truncated: true, notKept: bySeverity } }]);
    expect(reason).toBe(
      '1 finding of severity medium or above; 4 findings of biome-suspicious are counted and not listed',
    );
    expect(status).toBe(1);
  }, 60_000);

  it('is inconclusive with status 2 when all code was left out, and looks at it with --include', async () => {
    const left = await quickly('scan', 'copied', '--tool', 'secrets-source', '--fail-on', 'low');
    expect(left.output.replace(/\s+/g, ' ')).toContain("1 file of others' code with 1 line of code: vendor/");
    expect(left.output).toContain('inconclusive: all of the code (1 line) was left out as vendored');
    expect(left.status).toBe(2);
    const included = await quickly(
      ...['scan', 'copied', '--tool', 'css-errors', '--include', 'vendored', '--fail-on', 'low', '--json'],
    );
    expect(JSON.parse(included.output)).toMatchObject({
      targetSummary: { files: 1, lines: 1, roles: [{ role: 'vendored', leftOut: false }] },
      findings: [{ file: 'vendor/style.css', role: 'vendored' }],
    });
    expect(included.status).toBe(1);
    const unknown = await quickly('scan', 'copied', '--include', 'vendor');
    expect(unknown.errors).toContain('vendor is none of environment, build-output, vendored');
    expect(unknown.status).not.toBe(0);
  }, 60_000);

  it('looks at the history of a local clone, and at none with --no-history', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@site.example', ...args], {
        cwd: join(folder, 'clone'),
        env: { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
        encoding: 'utf8',
      }).trim();
    mkdirSync(join(folder, 'clone'));
    git('init', '--quiet');
    for (const token of [githubToken(), '']) {
      writeFileSync(join(folder, 'clone/settings.py'), `token = '${token}'\n`);
      git('add', '.');
      git('commit', '--quiet', '--message', `Set a token of ${token.length} characters`);
    }
    const tools = ['--tool', 'secrets-git-history,secrets-source', '--json'];
    const found = await quickly('scan', 'clone', ...tools, '--fail-on', 'critical');
    expect(JSON.parse(found.output)).toMatchObject({
      findings: [{ file: `settings.py@${git('rev-parse', '--short=12', 'HEAD~')}`, tool: 'secrets-git-history' }],
    });
    expect(found.status).toBe(1);
    const without = await quickly('scan', 'clone', ...tools, '--no-history');
    expect(JSON.parse(without.output)).toMatchObject({ findings: [], tools: [{ toolName: 'secrets-source' }] });
    writeFileSync(join(folder, 'quick.yml'), 'history: false\n');
    const configured = await quickly('scan', 'clone', ...tools, '--config', 'quick.yml');
    expect(JSON.parse(configured.output)).toMatchObject({ findings: [], tools: [{ toolName: 'secrets-source' }] });
    const asked = await quickly('scan', 'clone', ...tools, '--config', 'quick.yml', '--history');
    expect(JSON.parse(asked.output)).toMatchObject({ findings: [{ tool: 'secrets-git-history' }] });
  }, 60_000);

  it('is uncovered with status 4 where no tool knows the code, and names it', async () => {
    const { status, output } = await quickly('scan', 'infra', '--fail-on', 'critical');
    expect(output.replace(/\s+/g, ' ')).toContain('not covered: no tool knows perl: 1 file with 3 lines (main.pl)');
    expect(output).toContain('uncovered: no tool knows perl (1 file, 3 lines)');
    expect(status).toBe(4);
    expect((await quickly('scan', 'infra', '--tool', 'secrets-source', '--fail-on', 'critical')).status).toBe(0);
  }, 60_000);

  it('is inconclusive with status 2 when a named tool has nothing to look at', async () => {
    const { status, output } = await quickly('scan', 'clean', '--tool', 'biome-css,py-security');
    expect(output).toContain('py-security');
    expect(output).toContain('inconclusive');
    expect(status).toBe(2);
  }, 60_000);

  it('leaves nothing behind', () => expect(line.leftovers()).toEqual([]));

  it.each([
    ['Ctrl-C', 'SIGINT'],
    ['the end of its terminal', 'SIGHUP'],
  ] as const)(
    'cancels on %s, cleans up and ends with status 130',
    async (_, signal) => {
      const { child, ended } = started(['scan', 'bad']);
      child.stderr.once('data', () => child.kill(signal));
      const { status, errors } = await ended;
      expect(errors).toContain('interrupted');
      expect(status).toBe(130);
      expect(line.leftovers()).toEqual([]);
    },
    60_000,
  );

  it('ends at once at a second signal, and leaves nothing behind', async () => {
    const { child, ended } = started(['scan', 'bad']);
    child.stderr.once('data', () => {
      child.kill('SIGINT');
      child.kill('SIGHUP'); // another one, because two of a kind that wait are one
    });
    expect((await ended).status).toBeNull();
    expect(line.leftovers()).toEqual([]);
  }, 60_000);

  it.each([
    ['a directory that is not there', ['scan', 'nowhere'], 'there is no such directory'],
    ['a file that is no target', ['scan', 'bad/data.bin'], 'is not a directory'],
    ['a category that there is not', ['scan', 'bad', '--category', 'beauty'], 'beauty is none of security'],
    ['two targets', ['scan', 'bad', 'clean'], 'too many arguments'],
    [
      'a repository of a host that is not set',
      ['scan', 'hosta:ada/engine'],
      'has no address of hosta (GitHub, or a host that',
    ],
    ['a package without a registry', ['scan', 'pkg:npm/a@1.0.0'], 'registry of packages: its operator sets ASSAY_PKG'],
    ['a page at a private address', ['scan', 'http://127.0.0.1/'], '(loopback): whoever runs Assay may allow it by'],
    [
      'a configuration that is a folder',
      ['scan', 'bad', '--config', 'bad'],
      'it is a folder, and --config takes a file',
    ],
    ['a page that is none', ['scan', 'https://'], 'is not a URL'],
    ['an unknown tool', ['scan', 'bad', '--tool', 'nonsense'], 'unknown tool: nonsense'],
    [
      'the page of an unknown tool',
      ['tools', 'css-erors'],
      'there is no tool css-erors. Did you mean css-errors or scss-errors?',
    ],
    [
      'an unknown severity',
      ['scan', 'bad', '--fail-on', 'terrible'],
      'Allowed choices are critical, high, medium, low, info',
    ],
    ['an unknown command', ['bogus'], "unknown command 'bogus'"],
    [
      'a timeout that is no number',
      ['scan', 'bad', '--timeout', 'soon'],
      'it must be a whole number from 1000 to 3600000',
    ],
    [
      'a role that cannot work on files alone',
      ['serve', '--roles', 'worker'],
      'api and projector must be in the same process',
    ],
    ['a role that there is not', ['serve', '--roles', 'boss'], 'ASSAY_ROLES must be a list of api, projector, worker'],
    ['an unknown read model', ['rebuild', 'nonsense'], 'there is no read model named nonsense'],
  ])(
    'refuses %s with status 3 and says what is wrong',
    async (_, args, message) => {
      const { status, errors } = await quickly(...args);
      expect(errors).toContain(message);
      expect(errors).not.toMatch(/^ {4}at /m);
      expect(status).toBe(3);
    },
    60_000,
  );

  it('says that the port is taken, and keeps the first key for the start that succeeds', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const refused = await assay('serve', '--port', String(port), '--data-dir', join(folder, 'served'));
    expect(refused).toMatchObject({
      status: 3,
      output: '',
      errors: expect.stringContaining(`cannot listen on 127.0.0.1:${port}: something else listens there`),
    });
    expect(refused.errors).not.toMatch(/^ {4}at /m);
    taken.close();

    const { child, ended } = started(['serve', '--port', '0', '--data-dir', join(folder, 'served')], {
      NODE_OPTIONS: `-r ${resolve(__dirname, '../../../test/support/count-modules.cjs')}`,
    });
    child.stdout.on('data', (text: string) => {
      if (text.includes('curl')) child.kill('SIGTERM');
    });
    const { status, output, errors } = await ended;
    expect(status).toBe(0);
    expect(output).toMatch(/asy_\S{43}/);
    // The process and its threads each say what they loaded; a tenth above what they do.
    const modules = [...errors.matchAll(/(\d+) modules/g)].map(([, count]) => Number(count));
    expect(Math.max(...modules)).toBeLessThan(2_740);
  }, 60_000);

  it('waits for a server that is not there yet, says so, and ends cleanly when it is asked to', async () => {
    const { child, ended } = started(['serve'], {
      ASSAY_EVENT_STORE_URL: 'esdb://127.0.0.1:1?tls=false',
      ASSAY_READ_MODEL_URL: 'mongodb://127.0.0.1:1/assay',
    });
    child.stderr.on('data', (text: string) => {
      if (text.includes('does not answer yet; waiting for it')) child.kill('SIGTERM');
    });
    expect(await ended).toMatchObject({
      status: 0,
      output: expect.stringContaining('SIGTERM: stopped before it had started'),
      errors: expect.stringContaining('the event store does not answer yet'),
    });
  }, 60_000);

  it('administers a store, audits it and rebuilds it', async () => {
    const created = await quickly('org', 'create', 'Test', '--tier', 'business');
    expect(created).toMatchObject({ status: 0, output: expect.stringMatching(/^org_\S+\n$/) });
    const organizationId = created.output.trim();
    expect(await quickly('key', 'create', '--org', organizationId, '--preset', 'read_only')).toMatchObject({
      status: 0,
      output: expect.stringMatching(/^asy_\S+\n$/),
    });
    expect(await quickly('key', 'create', '--org', 'org_unknown')).toMatchObject({
      status: 3,
      errors: expect.stringContaining('rganization'),
    });
    for (const [tier, said] of [
      ['pro', /moves to the Pro tier on \d{4}-\d{2}-01T00:00:00\.000Z$/m],
      ['pro', /moves already to the Pro tier on/],
      ['business', /is now on the Business tier$/m],
      ['business', /is already on the Business tier\norg_\S+ has 10000 credits$/m],
    ] as const)
      expect(await quickly('org', 'tier', organizationId, tier)).toMatchObject({
        status: 0,
        output: expect.stringMatching(said) as unknown,
      });
    expect(await quickly('clock', 'show')).toMatchObject({
      status: 0,
      output: expect.stringMatching(
        /^clock of this machine  \d{4}-.*Z\nnewest recorded time   \d{4}-.*Z\n$/,
      ) as unknown,
    });
    expect(await quickly('clock', 'accept')).toMatchObject({
      status: 0,
      output: expect.stringMatching(/^accepted \d{4}-.*Z\n$/) as unknown,
    });
    const grant = ['org', 'grant', organizationId, '12.5', '--reason', 'a test', '--id', 'test'];
    const granted = { status: 0, output: `${organizationId} has 10012.5 credits\n` };
    expect(await quickly(...grant)).toMatchObject(granted);
    expect(await quickly(...grant)).toMatchObject(granted);
    expect(
      await quickly(...grant.slice(0, -1), 'soon', '--priority', '7', '--expires', '2999-12-15T12:00:00Z'),
    ).toMatchObject({
      status: 0,
      output: `${organizationId} has 10025 credits\n`,
    });
    expect(await quickly('org', 'grant', organizationId, '0.1234567', '--reason', 'a test')).toMatchObject({
      status: 3,
      errors: expect.stringContaining('credits have at most 6 decimal places'),
    });
    expect(await quickly('org', 'grant', 'org_unknown', '1', '--reason', 'a test')).toMatchObject({
      status: 3,
      errors: expect.stringContaining('rganization'),
    });
    expect(await quickly('audit', 'credits')).toMatchObject({
      status: 0,
      output: expect.stringMatching(new RegExp(`${organizationId}.* 10025 `, 's')),
    });
    const { chain } = JSON.parse((await quickly('audit', 'credits', '--json')).output) as { chain: { head: string } };
    expect(await quickly('audit', 'credits', '--expect-head', chain.head)).toMatchObject({ status: 0 });
    expect(await quickly('audit', 'credits', '--expect-head', 'f'.repeat(64))).toMatchObject({
      status: 1,
      output: expect.stringContaining('entries are missing, or were rewritten') as unknown,
    });
    expect(await quickly('audit', 'credits', '--as-of', '2026-11-01T10:00')).toMatchObject({ status: 3 });
    const second = await started(['org', 'create', 'Empty'], { ASSAY_DIRECTORY_ROOTS: folder }).ended;
    expect(second.errors).toContain(`Note: ${folder} may be analysed by nobody, because there are several`);
    const another = second.output.trim();
    expect(await quickly('audit', 'credits', '--org', another)).toMatchObject({
      status: 1,
      output: expect.stringContaining('nothing was checked: the ledger has no entries') as unknown,
    });
    expect(await quickly('rebuild')).toMatchObject({ status: 0, output: expect.stringContaining('sessions') });
    const doctor = await quickly('doctor');
    expect(doctor).toMatchObject({ status: 0, output: expect.stringContaining('ASSAY_DATA_DIR') });
    expect(doctor.output).toMatch(/✓ ESLint: \d+\.\d+\.\d+; MIT/);
    expect((await started(['doctor'], { ASSAY_CHROMIUM: 'off' }).ended).output).toContain(
      '! Chromium: pages are not looked at in a browser here',
    );
    const tools = await quickly('tools');
    expect(tools).toMatchObject({ status: 0, output: expect.stringContaining('css-errors') });
    expect(tools.output).not.toContain('\u001b'); // colours only on a terminal
    expect(Math.max(...tools.output.split('\n').map((row) => row.length))).toBeLessThanOrEqual(80);
    const page = await quickly('tools', 'css-errors');
    expect(page).toMatchObject({ status: 0, output: expect.stringContaining('Bad '), errors: '' });
    expect(page.output).not.toContain('\u001b');
    const json = await quickly('tools', 'css-errors', '--json');
    expect(JSON.parse(json.output)).toMatchObject({
      id: 'css-errors',
      engine: { id: 'stylelint', name: 'Stylelint', licence: 'MIT' },
      rules: expect.arrayContaining([expect.objectContaining({ bad: expect.any(Object), good: expect.any(Object) })]),
      unavailableBecause: null,
    });
  }, 180_000);
});

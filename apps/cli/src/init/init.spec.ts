import { defaultPriceList } from '@assay/kernel';
import { readConfiguration } from '@assay/scanning';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { configurationText } from './configuration-text';
import { assayUsed, ciFile } from './ci-file';
import { lookAt } from './look-at';
import { proposedQuote, proposedTools, quoteText } from './proposal';
import { remoteOf } from './remote-host';

describe('assay init', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-init-'));
  beforeAll(() => {
    for (const [path, text] of Object.entries({
      'package.json': '{ "dependencies": { "express": "5" }, "devDependencies": { "jest": "30" } }',
      'src/app.js': 'one();\ntwo();\n',
      'src/other.js': 'three();\n',
      'tool.py': '',
      'test/app.test.js': 'four();\n',
      'test/fixtures/flawed.js': 'eval(five);\n',
      'node_modules/vue/index.js': '',
      'requirements.txt': 'Django>=5',
    })) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    symlinkSync('/', join(folder, 'everything'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('sees languages, frameworks and roles, and follows no link', async () => {
    const looked = await lookAt(folder);
    expect(looked.languages).toEqual(
      expect.arrayContaining([
        ['javascript', 2],
        ['python', 1],
      ]),
    );
    expect(looked.frameworks).toEqual(['Django', 'Express', 'Jest']);
    expect(looked.roles.get('test')).toBe(2);
    expect(looked.isPart).toBe(false);
    expect(looked.testData).toEqual(['test/fixtures/']);
    expect([...looked.paths].sort()).toEqual([
      'package.json',
      'requirements.txt',
      'src/app.js',
      'src/other.js',
      'test/app.test.js',
      'tool.py',
    ]);
    expect(looked.lines).toBe(4);
  });

  it('writes what assay scan --config reads', async () => {
    const looked = await lookAt(folder);
    const text = configurationText(looked, proposedTools(looked.paths));
    expect(text).toContain('# Frameworks: Django, Express, Jest');
    expect(text.split('\n').every((line) => line.length <= 120)).toBe(true);
    expect(readConfiguration(text, 'assay.yml')).toEqual({
      version: 1,
      profile: 'recommended',
      paths: { except: ['test/fixtures/**'] },
      gate: { failOn: 'high' },
    });
  });

  it('proposes the tools that have something to look at', () => {
    const ids = (...paths: string[]) => proposedTools(paths).map(({ id }) => id);
    expect(ids('src/app.js')).toEqual(expect.arrayContaining(['js-correctness', 'secrets-source', 'js-data-flow']));
    expect(ids('src/app.js')).not.toEqual(expect.arrayContaining(['unused-dependencies']));
    expect(ids('src/app.js', 'package.json')).toContain('unused-dependencies');
    expect(ids('tool.py')).not.toContain('js-correctness');
    expect(ids()).toEqual([]);
  });

  it('quotes what a service would charge for them, item by item', () => {
    const { prices } = defaultPriceList();
    const tools = proposedTools(['src/app.js']);
    const looked = { lines: 10_001, isPart: false };
    const quote = proposedQuote(looked, tools, prices);
    const { base, lines, tools: categories } = quote.breakdown;
    expect(lines).toBe(2);
    expect(Object.keys(categories).sort()).toEqual([...new Set(tools.map(({ billing }) => billing))].sort());
    expect(quote.total).toBe(base + lines + Object.values(categories).reduce((sum, amount) => sum + amount, 0));
    expect(quoteText(looked, quote)).toMatch(
      /^A scan on a service costs \d+ credits: base 1, 10001 lines 2, .*security 1/,
    );
  });

  it.each([
    ['https://github.com/ada/shop.git', 'github.com', 'github'],
    ['git@gitlab.com:ada/shop.git', 'gitlab.com', 'gitlab'],
    ['ssh://git@gitlab.example.com:2222/ada/shop', 'gitlab.example.com', 'gitlab'],
    ['https://ada:secret@github.example.com/ada/shop', 'github.example.com', 'github'],
    ['https://my-gitlab.example/ada/shop', 'my-gitlab.example', 'gitlab'],
    ['https://git.example.com/github/shop', 'git.example.com', undefined],
    ['/srv/git/github.git', undefined, undefined],
  ])('of a clone of %s knows the build server by the name of the host', async (address, host, server) => {
    const clone = mkdtempSync(join(tmpdir(), 'assay-clone-'));
    mkdirSync(join(clone, '.git'));
    const other = '[remote "fork"]\n\turl = https://gitlab.com/eve/shop\n';
    writeFileSync(join(clone, '.git/config'), `[core]\n${other}[remote "origin"]\n\turl = ${address}\n`);
    expect(await remoteOf(clone)).toEqual(host && { host, server });
    rmSync(clone, { recursive: true });
  });

  it('does not wait for a pipe in the place of a configuration', async () => {
    const clone = mkdtempSync(join(tmpdir(), 'assay-clone-'));
    mkdirSync(join(clone, '.git'));
    execFileSync('mkfifo', [join(clone, '.git/config')]);
    expect(await remoteOf(clone)).toBeUndefined();
    rmSync(clone, { recursive: true });
  });

  it('knows no build server where there is no clone', async () => expect(await remoteOf(folder)).toBeUndefined());

  it.each([
    ['ada/assay@v2', { repository: 'ada/assay', ref: 'v2' }],
    ['group/sub/assay', { repository: 'group/sub/assay', ref: 'v1.0' }],
    ['assay', undefined],
    ['ada/assay@v1 && true', undefined],
  ])('takes %s for the Assay of a build server, or does not', (written, used) =>
    expect(assayUsed(written, '1.0')).toEqual(used),
  );

  it.each(['github', 'gitlab'] as const)('writes for %s what its documentation shows', (server) => {
    const { text } = ciFile(server, { repository: 'ada/assay', ref: 'v2' });
    expect(parse(text)).toMatchObject(
      server === 'github'
        ? { jobs: { assay: { steps: [{}, { uses: 'ada/assay/ci/github@v2', with: { config: 'assay.yml' } }] } } }
        : { include: [{ project: 'ada/assay', ref: 'v2', file: 'ci/gitlab/assay.gitlab-ci.yml' }] },
    );
  });
});

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type IgnoreRules, MATCH_STEPS, type MatchBudget, isIgnored, parseIgnoreRules } from '@assay/source-text';
import { parseAttributes, roleByAttributes } from './git-attributes';
import { readGitIndex } from './git-index';

const budget = (left = MATCH_STEPS): MatchBudget => ({ left });
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.email=a@b', '-c', 'user.name=a', ...args], {
    env: { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  }).toString();

const PATTERNS = [
  '*.log',
  '/top.txt',
  'dist/',
  'a/b',
  'a/**',
  '**/c',
  'a/**/c',
  '**/d/**',
  '!keep.log',
  '\\#x',
  '\\!x',
  '#x',
  'sp\\ ',
  'sp  ',
  '[ab].txt',
  '[!a].txt',
  '[^b].txt',
  '[a-c]x',
  '[]]x',
  '[[:digit:]]x',
  '[a',
  '?.txt',
  '*',
  'a*b*c',
  '/*',
  '/*/',
  'a/*',
  '*/b',
  'a?b',
  '**',
  '/**',
  '**/',
  'x**y',
  'a/**b',
  '\\a.txt',
  'a\\*',
  '/',
  '',
  ' ',
  'é',
  '[\\]]x',
  '*/',
  'a/',
  'b/c/',
  'd/**/',
]; // prettier-ignore
const PATHS = [
  'a.txt',
  'b.txt',
  'top.txt',
  'sub/top.txt',
  'x.log',
  'keep.log',
  'dist/a',
  'sub/dist/b.txt',
  'a/b',
  'a/b/c',
  'a/x/y/c',
  'c',
  'b/c/d',
  'd/e',
  'x/d/e/f',
  '#x',
  '!x',
  'sp ',
  'sp',
  'ax',
  'cx',
  ']x',
  '5x',
  'abc',
  'aXbYc',
  'xzy',
  'xy',
  'é',
  'a/zb',
  'a*',
  '[a',
]; // prettier-ignore

/** As staging asks: folder by folder, and nothing more in an ignored one. */
function ignored(rules: IgnoreRules, path: string): boolean {
  const names = Buffer.from(path).toString('latin1').split('/');
  return names.some((_, index) => isIgnored(rules, names.slice(0, index + 1), index < names.length - 1, budget()));
}
const rulesOf = (...patterns: string[]) =>
  parseIgnoreRules(Buffer.from(patterns.join('\n')).toString('latin1'), 0, undefined);

describe('ignore files', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-ignore-'));
    git(folder, 'init', '-q');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const gitIgnores = (patterns: string) => {
    writeFileSync(join(folder, '.gitignore'), patterns);
    const { stdout } = spawnSync('git', ['-C', folder, 'check-ignore', '--no-index', '-z', '--stdin'], {
      input: PATHS.join('\0'),
      env: { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
    });
    return new Set(stdout.toString().split('\0').filter(Boolean));
  };

  it.each(PATTERNS)('are read as Git reads them: %j', (pattern) => {
    const said = gitIgnores(`${pattern}\n`);
    expect(PATHS.filter((path) => ignored(rulesOf(pattern), path))).toEqual(PATHS.filter((path) => said.has(path)));
  });

  it('are read as Git reads them: each pattern, and another that takes it back', () => {
    for (const pattern of PATTERNS) {
      const patterns = [pattern, '!a/b', '!*.txt', '!dist/a'];
      const said = gitIgnores(patterns.join('\r\n'));
      expect([pattern, PATHS.filter((path) => ignored(rulesOf(...patterns), path))]).toEqual([
        pattern,
        PATHS.filter((path) => said.has(path)),
      ]);
    }
  });

  it('of a folder come before those above it', () => {
    const above = parseIgnoreRules('*.log\n', 0, undefined);
    const below = parseIgnoreRules('!*.log\n/own\n', 1, above);
    expect(isIgnored(below, ['sub', 'a.log'], false, budget())).toBe(false);
    expect(isIgnored(below, ['sub', 'own'], false, budget())).toBe(true);
    expect(isIgnored(above, ['sub', 'own'], false, budget())).toBe(false);
  });

  it.each([
    ['many stars', '*a'.repeat(1_000), 'a'.repeat(255)],
    ['many folders', `${'**/a/'.repeat(500)}b`, Array(1_000).fill('a').join('/')],
    ['a class without an end', `[${'a'.repeat(10_000)}`, 'b'.repeat(255)],
  ])('take at most pattern times path: %s', (_, pattern, path) => {
    const steps = budget();
    isIgnored(rulesOf(pattern), path.split('/'), false, steps);
    expect(MATCH_STEPS - steps.left).toBeLessThan(3 * pattern.length * path.length);
  });

  it.each(['folder/', 'name', '*.ending', 'a/b', '/**/x'])('count each rule: %s', (pattern) => {
    const steps = budget();
    isIgnored(rulesOf(...Array<string>(100).fill(pattern)), ['other'], false, steps);
    expect(MATCH_STEPS - steps.left).toBeGreaterThanOrEqual(100);
  });

  it('name nothing any more when the work is spent', () => {
    const steps = budget(1_000);
    const rules = rulesOf(...Array<string>(2_000).fill('*x*y'), '*.js');
    expect(isIgnored(rules, ['app.txt'], false, steps)).toBe(false);
    expect(isIgnored(rules, ['app.js'], false, steps)).toBe(false);
    expect(steps.left).toBeLessThanOrEqual(0);
  });
});

describe('attributes', () => {
  it('give the roles that code hosts give, the nearest last', () => {
    const above = parseAttributes(
      'lib/** linguist-vendored\n*.g.cs linguist-generated=true text\nguide/* linguist-documentation\n',
      0,
      undefined,
    );
    const role = (path: string, rules = above) => roleByAttributes(rules, path.split('/'), budget());
    expect(['lib/a/b.c', 'x/y.g.cs', 'guide/a.html', 'app.c'].map((path) => role(path))).toEqual([
      'vendored',
      'generated',
      'documentation',
      undefined,
    ]); // prettier-ignore
    const below = parseAttributes('own.c -linguist-vendored\nto.c linguist-vendored=false\n', 1, above);
    expect(['lib/own.c', 'lib/to.c', 'lib/other.c'].map((path) => role(path, below))).toEqual([
      undefined,
      undefined,
      'vendored',
    ]); // prettier-ignore
  });
});

describe('the index of a working tree', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-index-'));
    git(folder, 'init', '-q');
    for (const path of ['a.js', 'src/été.js', `deep/${'x'.repeat(200)}/y.js`, 'src/app.js', 'left.js']) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), '');
    }
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const index = () => readFileSync(join(folder, '.git/index'));

  it.each([2, 3, 4])('tells what is tracked, in version %i', (version) => {
    git(folder, 'update-index', '--index-version', String(version));
    git(folder, 'add', 'a.js', 'src', 'deep');
    git(folder, 'add', '--intent-to-add', 'left.js');
    git(folder, 'reset', '-q', '--', 'left.js');
    const tracked = readGitIndex(index())!;
    const listed = git(folder, 'ls-files', '-z').split('\0').filter(Boolean);
    expect(listed).toHaveLength(4);
    for (const path of listed) expect(tracked.has(Buffer.from(path).toString('latin1'))).toBe(true);
    expect(tracked.has('left.js')).toBe(false);
  });

  it('tells nothing where it is cut, empty, split or none', () => {
    git(folder, 'add', '.');
    const whole = index();
    for (let length = 0; length < whole.length; length += 7)
      expect(readGitIndex(whole.subarray(0, length))).toBeUndefined();
    git(folder, 'update-index', '--split-index');
    expect(readGitIndex(index())).toBeUndefined();
    git(folder, 'update-index', '--no-split-index');
    git(folder, 'rm', '-r', '-q', '--cached', '.');
    expect(readGitIndex(index())).toBeUndefined();
    expect(readGitIndex(Buffer.from('not an index'.repeat(10)))).toBeUndefined();
  });
});

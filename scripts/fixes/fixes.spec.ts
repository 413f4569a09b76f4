import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Fix, LANGUAGES, SEVERITIES, readFixes, shareOf } from './list';
import { type Reported, severityAt } from './reported';
import { linesOfFixes } from './report';
import { parentOf, writeTree } from './tree';

const LISTS = join(__dirname, '../../docs/fixes');
const RULES = new Set(
  readdirSync(join(LISTS, '../tools'))
    .filter((name) => name.endsWith('-data-flow.md'))
    .flatMap((name) => [...readFileSync(join(LISTS, '../tools', name), 'utf8').matchAll(/`([a-z][a-z-]+)`/g)])
    .map(([, rule]) => rule!),
);

const fix = (hash: string, wanted: Partial<Fix> = {}): Fix => ({
  ...{ fix: hash, language: 'php', weakness: 'sql-injection', cwe: 'CWE-89', file: 'a.php', line: 10, lineAfter: 11 },
  ...{ what: 'The id reaches a statement.', ...wanted },
});

describe.each([...readFixes(LISTS)])('the list %s', (name, { repository, fixes }) => {
  it('tells all of each hole in its form', () => {
    expect(name).toBe(`${repository.replace('/', '+')}.json`);
    expect(fixes.map((each) => each.fix)).toEqual(fixes.map(() => expect.stringMatching(/^[\da-f]{40}$/)));
    const wrong = fixes.filter(
      (each) =>
        !LANGUAGES.includes(each.language) ||
        !RULES.has(each.weakness) ||
        !/^CWE-\d+$/.test(each.cwe) ||
        !each.file.startsWith(each.folder ?? '') ||
        !(each.line > 0 && (each.lineAfter === null || each.lineAfter > 0)) ||
        !/^\S.+\.$/s.test(each.what) ||
        [each.before, each.after].some((said) => said !== undefined && said !== null && !SEVERITIES.includes(said)),
    );
    expect(wrong).toEqual([]);
  });

  it('names each place once, and not what is missed of the share that is kept apart', () => {
    const places = fixes.map((each) => `${each.fix} ${each.file}:${each.line} ${each.weakness}`);
    expect(places).toEqual([...new Set(places)]);
    const kept = fixes.filter((each) => shareOf(each) === 'kept-apart');
    expect(kept.filter((each) => [each.before, each.after, each.why].some((said) => said !== undefined))).toEqual([]);
  });
});

describe('what is reported at a place', () => {
  const found: Reported = { rule: 'sql-injection', cwe: 'CWE-89', severity: 'medium', file: 'a.php', line: 12 };

  it('is the worst of the weakness, some lines around', () => {
    const others: Reported[] = [
      { ...found, severity: 'high' },
      { ...found, severity: 'critical', rule: 'x', cwe: null },
    ];
    expect(severityAt([found, ...others], fix('0'), 'a.php', 10)).toBe('high');
    expect(severityAt([found], fix('0'), 'a.php', 20)).toBeNull();
    expect(severityAt([found], fix('0'), 'b.php', 12)).toBeNull();
    expect(severityAt([found], fix('0', { weakness: 'path-traversal', cwe: 'CWE-22' }), 'a.php', 12)).toBeNull();
  });

  it('is a finding elsewhere whose way leads over it', () => {
    const there = { ...found, file: 'b.php', trace: { steps: [{ file: 'a.php', line: 9 }] } };
    expect(severityAt([there], fix('0'), 'a.php', 10)).toBe('medium');
  });
});

it('counts by language and share', () => {
  const fixes = [
    fix('0a', { before: 'high', after: null }),
    fix('1a', { before: 'medium', after: 'medium' }),
    fix('2a', { before: null, after: null, language: 'go' }),
    fix('8a', { before: 'low', after: null }),
    fix('9a'),
  ];
  expect(linesOfFixes(fixes)).toEqual([
    'development, go: 0 of 1 holes are reported, 0 with high severity; 0 of these calls as before after their fix',
    'development, php: 2 of 2 holes are reported, 1 with high severity; 1 of these calls as before after their fix',
    'development, all: 2 of 3 holes are reported, 1 with high severity; 1 of these calls as before after their fix',
    'kept-apart, php: 1 of 1 holes are reported, 0 with high severity; 0 of these calls as before after their fix',
    'kept-apart, all: 1 of 1 holes are reported, 0 with high severity; 0 of these calls as before after their fix',
  ]);
  expect(linesOfFixes([fix('1a', { before: 'high' })])[0]).toBe(
    'development, php: 1 of 1 holes are reported, 1 with high severity; the calls after their fix are not measured',
  );
});

describe('the tree of a commit', () => {
  let folder: string;
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', join(folder, 'clone'), '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
      encoding: 'utf8',
    }).trim();

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-tree-'));
    mkdirSync(join(folder, 'clone', 'src'), { recursive: true });
    git('init', '-q');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is that of the parent or of the commit, whole or a folder, without links', async () => {
    const clone = join(folder, 'clone');
    writeFileSync(join(clone, 'src/a b.php'), 'old');
    writeFileSync(join(clone, 'top.php'), '');
    symlinkSync('/etc', join(clone, 'src/link'));
    git('add', '.');
    git('commit', '-q', '-m', 'one');
    writeFileSync(join(clone, 'src/a b.php'), 'new\n');
    git('commit', '-q', '-a', '-m', 'two');
    const commit = git('rev-parse', 'HEAD');
    const parent = await parentOf(clone, commit);
    expect(await writeTree(clone, commit, '', join(folder, 'whole'))).toBe(2);
    expect(readFileSync(join(folder, 'whole/src/a b.php'), 'utf8')).toBe('new\n');
    expect(readFileSync(join(folder, 'whole/top.php'), 'utf8')).toBe('');
    expect(await writeTree(clone, parent, 'src', join(folder, 'part'))).toBe(1);
    expect(readFileSync(join(folder, 'part/src/a b.php'), 'utf8')).toBe('old');
    await expect(writeTree(clone, parent, 'none', join(folder, 'no'))).rejects.toThrow('has no file in none');
  });
});

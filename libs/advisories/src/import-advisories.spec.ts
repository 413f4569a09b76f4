import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@assay/kernel';
import { hasAdvisories, openAdvisories } from './advisory-source';
import { ImportRefused, importAdvisories } from './import-advisories';

const home = mkdtempSync(join(tmpdir(), 'assay-advisories-'));
afterAll(() => rmSync(home, { recursive: true }));

let made = 0;
function folderOf(documents: Readonly<Record<string, unknown>>): string {
  const folder = join(home, `osv-${(made += 1)}`);
  mkdirSync(folder);
  for (const [name, document] of Object.entries(documents))
    writeFileSync(join(folder, name), typeof document === 'string' ? document : JSON.stringify(document));
  return folder;
}
const imported = (path: string, folder: string, more = {}) =>
  importAdvisories({ path, folder, clock: systemClock, ...more });

const document = (id: string, facts: object = {}): object => ({
  id,
  modified: '2026-02-03T00:00:00Z',
  affected: [
    { package: { ecosystem: 'npm', name: 'pebble' }, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }] },
  ],
  ...facts,
});
const found = (folder: string, name = 'pebble') => {
  const source = openAdvisories(folder);
  const advisories = source.find({ name: 'npm' }, name);
  source.close();
  return advisories;
};
const severityOf = async (facts: object) => {
  const folder = join(home, `db-${(made += 1)}`);
  await imported(folderOf({ 'a.json': document('A-1', facts) }), folder);
  return found(folder)[0]?.severity;
};

describe('advisories that are imported', () => {
  it('are found by their package, with what is kept of them, in a database that names itself', async () => {
    const folder = join(home, 'kept');
    expect(hasAdvisories(folder)).toBe(false);
    const path = folderOf({
      'a.json': document('A-1', { aliases: ['CVE-1'], summary: 'Bad\u202e\nnews', details: 'ignored' }),
      'b.json': document('B-2', {
        affected: [{ package: { ecosystem: 'PyPI', name: 'Some_Name' }, versions: ['1.0'] }],
      }),
      'c.json': document('MAL-3', { details: '## Attack\nmore' }),
      'withdrawn.json': document('W-4', { withdrawn: '2026-02-03T00:00:00Z' }),
      'commits.json': document('G-5', { affected: [{ ranges: [{ type: 'GIT', events: [{ introduced: '0' }] }] }] }),
      'unknown.json': document('U-6', {
        affected: [{ package: { ecosystem: 'Atlantis', name: 'x' }, versions: ['1'] }],
      }),
    });
    const result = await imported(path, folder);
    expect(result).toMatchObject({ documents: 6, withdrawn: 1, withoutPackage: 2, unreadableCount: 0 });
    expect(result.databases.map(({ ecosystem, advisories, packages }) => [ecosystem, advisories, packages])).toEqual([
      ['npm', 2, 1],
      ['PyPI', 1, 1],
    ]);
    expect(result.databases[0]!.version).toMatch(/^2026-02-03-[0-9a-f]{12}$/);
    expect(found(folder)).toEqual([
      { id: 'A-1', aliases: ['CVE-1'], summary: 'Bad news', ranges: [[['introduced', '0']]], versions: [] },
      { id: 'MAL-3', aliases: [], summary: 'Attack', malicious: true, ranges: [[['introduced', '0']]], versions: [] },
    ]);
    const source = openAdvisories(folder);
    expect(source.find({ name: 'PyPI' }, 'some.name').map(({ id }) => id)).toEqual(['B-2']);
    expect(source.find({ name: 'npm' }, 'constructor')).toEqual([]);
    source.close();
  });

  it('take the place of those before, whole, and have the same version whatever their order', async () => {
    const folder = join(home, 'again');
    const first = await imported(folderOf({ 'a.json': document('A-1'), 'b.json': document('B-2') }), folder);
    const second = await imported(folderOf({ 'x.json': document('B-2'), 'y.json': document('A-1') }), folder);
    expect(second.databases[0]!.version).toBe(first.databases[0]!.version);
    const third = await imported(folderOf({ 'c.json': document('C-3') }), folder);
    expect(third.databases[0]!.version).not.toBe(first.databases[0]!.version);
    expect(found(folder).map(({ id }) => id)).toEqual(['C-3']);
    expect(readdirSync(folder)).toEqual(['npm.advisories']);
  });

  it.each<[string, unknown, RegExp]>([
    ['no JSON', '{"id":', /a\.json: it is no JSON/],
    ['deep', '['.repeat(200_000), /a\.json: it is (no JSON|nested too deeply)/],
    ['a list', [], /a\.json: the document is no object/],
    ['without id', { modified: 'x' }, /a\.json: id is missing/],
    ['of wrong types', document('A-1', { affected: { 0: 1 } }), /affected is no list/],
    [
      'of wrong types within',
      document('A-1', { affected: [{ package: { ecosystem: 'npm', name: 7 } }] }),
      /name is no text/,
    ],
    ['with another kind of range', document('A-1', { affected: [{ ranges: [{ type: 'X' }] }] }), /type is X/],
    ['with an endless name', document('x'.repeat(10_000)), /id is longer than 400 characters/],
    [
      'with endless lists',
      document('A-1', { aliases: Array.from({ length: 100_001 }, () => 'x') }),
      /aliases has more than 100000 items/,
    ],
  ])('are refused where no document is one: %s; what was there stays', async (name, bad, message) => {
    const folder = join(home, `bad ${name}`);
    await imported(folderOf({ 'good.json': document('A-1') }), folder);
    const refused = imported(folderOf({ 'a.json': bad }), folder);
    await expect(refused).rejects.toThrow(ImportRefused);
    await expect(refused).rejects.toThrow(message);
    expect(found(folder).map(({ id }) => id)).toEqual(['A-1']);
    expect(readdirSync(folder)).toEqual(['npm.advisories']);
  });

  it('are refused where the zip is none, or the path is wrong', async () => {
    const folder = join(home, 'no zip');
    await expect(imported(join(folderOf({ 'all.zip': 'PK' }), 'all.zip'), folder)).rejects.toThrow(ImportRefused);
    await expect(imported(join(home, 'nowhere'), folder)).rejects.toThrow(/ENOENT/);
    expect(hasAdvisories(folder)).toBe(false);
  });

  it('are read beside documents that are none, which are counted and named', async () => {
    const folder = join(home, 'mixed');
    const result = await imported(folderOf({ 'a.json': document('A-1'), 'b.json': '{' }), folder);
    expect(result).toMatchObject({ unreadable: ['b.json: it is no JSON'], unreadableCount: 1 });
  });
});

describe('the severity of an advisory', () => {
  const cvss = (score: string) => ({ severity: [{ type: 'CVSS_V3', score }] });
  const cvss4 = (harm: string) => cvss(`CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N${harm}`);
  const said = (severity: unknown) => ({ database_specific: { severity } });
  it.each<[string, object, string | undefined]>([
    ['by its vector: 9.8', cvss('CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'), 'critical'],
    ['by its vector: 6.1', cvss('CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N'), 'medium'],
    ['by its vector: 7.5', cvss('CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H'), 'high'],
    ['by its vector: 3.7', cvss('CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:L/A:N'), 'low'],
    ['by its vector: 0', cvss('CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:N/A:N'), 'info'],
    [
      'by its vector before its word',
      { ...cvss('CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'), ...said('LOW') },
      'critical',
    ],
    ['by the word of its source', said('MODERATE'), 'medium'],
    ['by its vector of CVSS 4: 9.3', cvss4('/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N'), 'critical'],
    [
      'by its vector of CVSS 4: 6.9, whatever attacks there were',
      cvss4('/VC:L/VI:L/VA:L/SC:N/SI:N/SA:N/E:U'),
      'medium',
    ],
    ['by its vector of CVSS 4: 0', cvss4('/VC:N/VI:N/VA:N/SC:N/SI:N/SA:N'), 'info'],
    ['by its word where the vector lacks a part', { ...cvss('CVSS:4.0/AV:N/AC:L'), ...said('HIGH') }, 'high'],
    ['by its word where the vector is none', { ...cvss('CVSS:4.0/AV:Q/__proto__:1'), ...said('HIGH') }, 'high'],
    ['unknown where the vector lacks a part', cvss('CVSS:3.1/AV:N/AC:L/PR:N/S:U/C:H/I:H/A:H'), undefined],
    ['unknown where there is none', said({ toString: 'x' }), undefined],
  ])('is %s', async (_, facts, severity) => expect(await severityOf(facts)).toBe(severity));
});

describe('a database', () => {
  it('is made of what a document says of packages, where some of it is of none', async () => {
    const folder = join(home, 'no-package');
    const ranges = [{ type: 'GIT', events: [{ introduced: '0' }] }];
    const pebble = { package: { ecosystem: 'npm', name: 'pebble' }, versions: ['1.0.0'] };
    const result = await imported(
      folderOf({ 'a.json': document('A-1', { affected: [{ package: null, ranges }, pebble] }) }),
      folder,
    );
    expect([result.unreadable, found(folder).map(({ id }) => id)]).toEqual([[], ['A-1']]);
  });

  it('that is cut off or is another file is told with what to do, and harms no other', async () => {
    const folder = join(home, 'damaged');
    await imported(
      folderOf({
        'a.json': document('A-1'),
        'b.json': document('B-1', { affected: [{ package: { ecosystem: 'PyPI', name: 'x' }, versions: ['1'] }] }),
      }),
      folder,
    );
    const file = join(folder, 'npm.advisories');
    const whole = readFileSync(file);
    for (const bytes of [0, 10, 30, whole.length - 5]) {
      writeFileSync(file, whole);
      truncateSync(file, bytes);
      const source = openAdvisories(folder);
      expect([source.has('npm'), source.has('PyPI')]).toEqual([false, true]);
      expect(source.damaged().get('npm')?.message).toMatch(/npm\.advisories cannot be read .*assay advisories update/);
      source.close();
    }
  });
});

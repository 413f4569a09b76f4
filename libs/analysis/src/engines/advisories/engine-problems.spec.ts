import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { importAdvisories } from '@assay/advisories';
import { systemClock } from '@assay/kernel';
import type { PackagesRecord } from '@assay/target-records';
import { vulnerableDependencyTools } from '../../catalogue/dependencies';
import type { PassReporter } from '../engine';
import { engine } from './advisories.engine';

const home = mkdtempSync(join(tmpdir(), 'assay-holes-'));
const advisories = join(home, 'databases');
const without = join(home, 'damaged');
afterAll(() => rmSync(home, { recursive: true }));

const document = (ecosystem: string, name: string) => ({
  id: `A-${ecosystem}-${name}`,
  modified: '2026-01-01T00:00:00Z',
  affected: [{ package: { ecosystem, name }, ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }] }] }],
});

beforeAll(async () => {
  const osv = join(home, 'osv');
  mkdirSync(osv);
  for (const [ecosystem, name] of [
    ['npm', 'a'],
    ['PyPI', 'a'],
    ['Maven', 'g:a'],
    ['Debian:12', 'glibc'],
  ] as const)
    writeFileSync(join(osv, `${name}-${ecosystem.replace(':', '-')}.json`), JSON.stringify(document(ecosystem, name)));
  const alma = document('AlmaLinux:9', 'openssl');
  const libraries = document('AlmaLinux:9', 'openssl-libs').affected;
  const both = { ...alma, affected: [...alma.affected, ...libraries] };
  writeFileSync(join(osv, 'alma.json'), JSON.stringify(both));
  for (const folder of [advisories, without]) await importAdvisories({ path: osv, folder, clock: systemClock });
  for (const ecosystem of ['npm', 'Debian']) writeFileSync(join(without, `${ecosystem}.advisories`), 'no database');
});

/** The outcome of the tool, and the files that the engine reports to be working on. */
async function runOn(tree: Readonly<Record<string, unknown>>, folder = advisories) {
  const root = mkdtempSync(join(home, 'tree-'));
  for (const [path, content] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  const said: string[] = [];
  const unreadable: string[] = [];
  const found: string[] = [];
  const report: PassReporter = {
    engine: () => undefined,
    progress: () => undefined,
    working: (file) => void said.push(`working ${file}`),
    finding: (_, { file, place, subject }) => void found.push(`${place ?? file} ${subject}`),
    unreadable: (_, file, reason) => void unreadable.push(`${file}: ${reason}`),
    completed: (_, { filesChecked }) => void said.push(`completed ${filesChecked}`),
    failed: (_, reason) => void said.push(`failed: ${reason}`),
    skipped: (_, reason, cause) => void said.push(`skipped${cause ? ` (${cause})` : ''}: ${reason}`),
  };
  const [lockfiles, system] = vulnerableDependencyTools;
  const files = Object.keys(tree).map((staged) => ({ staged, path: staged, size: 1, lines: 1, language: '' }));
  const tools = ['packages.json' in tree ? system! : lockfiles!];
  await engine.run({ engine: 'advisories', tools, root, files, scratch: home, advisories: folder }, report);
  return { end: said.at(-1)!, said, unreadable, found };
}

const npm = { dependencies: { a: { version: '1.0.0' } } };

describe('databases', () => {
  it('reads the parents of a file in the target, and one in a circle or broken only as far as it helps', async () => {
    const part = (dependencies: string) =>
      `<project>${parent}<artifactId>p</artifactId><dependencies>${dependencies}</dependencies></project>`;
    const managed = '<dependencyManagement><dependencies>DEPENDENCY</dependencies></dependencyManagement>';
    const dependency = (version: string) =>
      `<dependency><groupId>g</groupId><artifactId>a</artifactId>${version}</dependency>`;
    const parent = '<parent><artifactId>all</artifactId></parent>';
    const root = `<project>${parent}<artifactId>all</artifactId>${managed}</project>`;
    const tree = (text: string) => ({
      'pom.xml': text.replace('DEPENDENCY', dependency('<version>1.0</version>')),
      'part/pom.xml': part(dependency('')),
    });
    expect((await runOn(tree(root))).found).toEqual(['part/pom.xml g:a@1.0 A-Maven-g:a']);
    const circle = await runOn(
      tree(root.replace(parent, parent.replace('</p', '<relativePath>part</relativePath></p'))),
    );
    expect(circle.found).toEqual(['part/pom.xml g:a@1.0 A-Maven-g:a']);
    const broken = await runOn(tree(root.replace('</project>', '')));
    expect(broken.found).toEqual([]);
    expect(broken.unreadable).toContainEqual(expect.stringMatching(/^pom\.xml: no XML/));
  });

  it('that cannot be read leave the others usable', async () => {
    const { end, unreadable, found } = await runOn(
      { 'package-lock.json': npm, 'requirements.txt': 'a==1.0\n' },
      without,
    );
    expect(end).toBe('completed 1');
    expect(found).toEqual(['requirements.txt a@1.0 A-PyPI-a']);
    expect(unreadable).toEqual([
      expect.stringMatching(/^package-lock\.json: the advisory database npm\.advisories cannot be read .*update/),
    ]);
  });

  it('that cannot be read fail a tool that needs no other', async () => {
    expect((await runOn({ 'package-lock.json': npm }, without)).end).toMatch(/^failed: the advisory database npm\.adv/);
    expect((await runOn({ 'packages.json': debian('12') }, without)).end).toMatch(/^failed: .* Debian\.advisories/);
  });

  it('that are not there skip it with the command that brings them', async () => {
    const { end } = await runOn({ 'go.mod': 'go 1.22\nrequire x.example/a v1.0.0\n', 'Cargo.lock': '' });
    expect(end).toBe(
      'skipped (no-database): no database of known holes of Go, crates.io: ' +
        'assay advisories update --ecosystem Go,crates.io',
    );
  });

  it('are asked for one lockfile at a time, which is named before', async () => {
    const { said } = await runOn({ 'a/package-lock.json': npm, 'b/package-lock.json': npm });
    expect(said.slice(2, 4)).toEqual(['working a/package-lock.json', 'working b/package-lock.json']);
  });
});

const dpkg = (name: string, more = '') => `Package: ${name}\nStatus: install ok installed\n${more}Version: 2.36-9\n`;
const debian = (release: string, ...texts: readonly string[]): PackagesRecord => ({
  release: `ID=debian\nVERSION_ID="${release}"\n`,
  lists: texts.map((text, at) => ({ path: `var/lib/dpkg/status.d/${at}`, kind: 'dpkg', text })),
});

describe('a system', () => {
  it('whose release the database does not know is not called sound', async () => {
    const { end, found } = await runOn({ 'packages.json': debian('99', dpkg('glibc')) });
    expect(found).toEqual([]);
    expect(end).toMatch(
      /^skipped: the database of known holes of Debian, \S+, knows no release 99: .*--ecosystem Debian/,
    );
  });

  it('with one list a package has a hole once, whatever it installed of the source', async () => {
    const lists = [dpkg('libc6', 'Source: glibc\n'), dpkg('libc-bin', 'Source: glibc\n')];
    const { end, found } = await runOn({ 'packages.json': debian('12', ...lists) });
    expect([end, found]).toEqual(['completed 1', ['var/lib/dpkg/status.d/0 glibc@2.36-9 A-Debian:12-glibc']]);
  });

  const rpm = { path: 'var/lib/rpm/rpmdb.sqlite', kind: 'rpm' } as const;
  const [status] = debian('12', dpkg('glibc')).lists;

  it.each(['ID=rocky\n', '', 'ID=debian\nVERSION_ID="12"\n'])(
    'of rpm is skipped for the list that is not read, whatever os-release says: %j',
    async (release) =>
      expect((await runOn({ 'packages.json': { release, lists: [rpm] } })).end).toBe(
        'skipped (no-database): var/lib/rpm/rpmdb.sqlite: a list of rpm is not read',
      ),
  );

  it('of rpm has a hole once, whichever package of a source the advisory names', async () => {
    const installed = (name: string) =>
      `Package: ${name}\nVersion: 1:3.0.7-27.el9\nSource: openssl-3.0.7-27.el9.src.rpm`;
    const record = (release: string, ...names: readonly string[]) => ({
      'packages.json': { release, lists: [{ ...rpm, text: names.map(installed).join('\n\n') }] },
    });
    const alma = 'ID="almalinux"\nVERSION_ID="9.3"\n';
    const hole = `${rpm.path} openssl@1:3.0.7-27.el9 A-AlmaLinux:9-openssl`;
    expect((await runOn(record(alma, 'openssl', 'openssl-libs'))).found).toEqual([hole]);
    expect((await runOn(record(alma, 'openssl-libs'))).found).toEqual([hole]);
    expect((await runOn(record('ID=fedora\nVERSION_ID=41\n', 'openssl'))).end).toBe(
      `skipped (no-database): ${rpm.path}: of systems with rpm, Rocky Linux and AlmaLinux alone are known`,
    );
  });

  it('that there is no database of is skipped for that', async () => {
    const record = { release: 'ID=ubuntu\nVERSION_ID="24.04"\n', lists: [status] };
    expect((await runOn({ 'packages.json': record })).end).toBe(
      'skipped (no-database): no database of known holes of Ubuntu: ' +
        'assay advisories update --ecosystem Ubuntu brings it',
    );
  });

  it.each([
    ['a name of its own', 'ID=mine\nVERSION_ID="12"\n', [status], 'the image says no release of Debian'],
    ['nothing', '', [status], 'the image says no release of Debian'],
    ['nothing, with a list of rpm beside its own', '', [status, rpm], `${rpm.path}: a list of rpm is not read`],
    ['a release that nobody knows', 'ID=debian\nVERSION_ID="99"\n', [status], 'the database of known holes of Debian'],
    ['another system', 'ID=alpine\nVERSION_ID=3.18.4\n', [status], `os-release says Alpine, and ${status!.path} is a`],
    ['nothing, with too long a list', '', [{ path: status!.path, kind: 'dpkg' }], `${status!.path}: a list of dpkg`],
  ])('is missed, and not excused, where its os-release says %s', async (_, release, lists, reason) =>
    expect((await runOn({ 'packages.json': { release, lists } })).end).toContain(`skipped: ${reason}`),
  );
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { type AdvisorySource, type EcosystemName, importAdvisories, openAdvisories } from '@assay/advisories';
import { systemClock } from '@assay/kernel';
import { READERS } from '.';
import { goModules } from './go';
import { holesOf } from '../known-holes';
import { Unreadable } from '../../kit/per-file';

/** The form in which each ecosystem writes the names of the invented packages, and a pre-release of 2.0.0. */
const NAMES: Readonly<Partial<Record<EcosystemName, readonly [(name: string) => string, string]>>> = {
  npm: [(name) => `@wood/${name}`, '2.0.0-rc.1'],
  PyPI: [(name) => `Wood_${name}`, '2.0.0rc1'],
  'crates.io': [(name) => `wood-${name}`, '2.0.0-rc.1'],
  Go: [(name) => `example.com/wood/${name}`, '2.0.0-rc.1'],
  Maven: [(name) => `com.example:${name}`, '2.0.0-RC1'],
  Packagist: [(name) => `wood/${name}`, '2.0.0-RC1'],
  RubyGems: [(name) => `wood-${name}`, '2.0.0.rc1'],
  NuGet: [(name) => `Wood.${name}`, '2.0.0-rc1'],
};

const home = mkdtempSync(join(tmpdir(), 'assay-locks-'));
let source: AdvisorySource;

beforeAll(async () => {
  const osv = join(home, 'osv');
  mkdirSync(osv);
  for (const [ecosystem, [nameOf]] of Object.entries(NAMES)) {
    const put = (id: string, name: string, events: readonly object[], more: object = {}, versions: string[] = []) =>
      writeFileSync(
        join(osv, `${ecosystem}-${id}.json`),
        JSON.stringify({
          id: `${id}-${ecosystem}`,
          modified: '2026-01-01T00:00:00Z',
          affected: [
            {
              package: { ecosystem, name: nameOf(name) },
              versions,
              ranges: events.length === 0 ? [] : [{ type: 'ECOSYSTEM', events }],
            },
          ],
          ...more,
        }),
      );
    put('RANGE', 'amber', [{ introduced: '1.0.0' }, { fixed: '1.2.3' }, { introduced: '1.3.0' }, { fixed: '1.3.5' }]);
    put('LISTED', 'birch', [], {}, ['1.0.0', '1.1.0']);
    put('FIXED', 'cedar', [{ introduced: '0' }, { fixed: '1.5.0' }]);
    put('LAST', 'dune', [{ introduced: '0' }, { last_affected: '1.4.0' }]);
    put('ONE', 'ember', [{ introduced: '0' }, { fixed: '2.0.0' }], { aliases: [`CVE-${ecosystem}`] });
    put('TWO', 'ember', [{ introduced: '0' }, { fixed: '2.0.1' }], { aliases: [`CVE-${ecosystem}`] });
    put('WITHDRAWN', 'flint', [{ introduced: '0' }], { withdrawn: '2026-01-01T00:00:00Z' });
    put('BEFORE', 'grove', [{ introduced: '0' }, { fixed: '2.0.0' }]);
    put('BENEATH', 'heath', [{ introduced: '0' }, { fixed: '9.0.0' }]);
    put('TOOL', 'iris', [{ introduced: '0' }], { database_specific: { severity: 'CRITICAL' } });
  }
  const folder = join(home, 'databases');
  await importAdvisories({ path: osv, folder, clock: systemClock });
  source = openAdvisories(folder);
});
afterAll(() => {
  source.close();
  rmSync(home, { recursive: true });
});

/** `amber` at 1.2.2 and so on, as a lockfile records it: name, version, dependencies, whether for development. */
type Row = readonly [name: string, version: string, needs?: string, development?: true];
const rowsOf = (ecosystem: EcosystemName): readonly Row[] => {
  const [nameOf, before] = NAMES[ecosystem]!;
  return (
    [
      ['amber', '1.2.2', 'heath'],
      ['birch', '1.1.0'],
      ['cedar', '1.5.0'],
      ['dune', '1.4.0'],
      ['ember', '1.0.0'],
      ['flint', '1.0.0'],
      ['grove', before],
      ['heath', '8.0.0'],
      ['iris', '1.0.0', undefined, true],
    ] as readonly Row[]
  ).map(([name, version, needs, development]) => [nameOf(name), version, needs && nameOf(needs), development]);
};
/** The path and the development mark to expect, for lockfiles that record less. */
interface Tells {
  readonly path?: boolean;
  readonly development?: boolean;
}

function told(ecosystem: EcosystemName, { path = true, development = true }: Tells = {}): string[] {
  const [nameOf, before] = NAMES[ecosystem]!;
  const by = (name: string) => (path ? nameOf(name) : '');
  const rule = development ? 'known-hole-in-development medium' : 'known-hole critical';
  return [
    `known-hole medium ${nameOf('amber')}@1.2.2 RANGE-${ecosystem} | 1.2.3 | ${by('amber')}`,
    `known-hole medium ${nameOf('birch')}@1.1.0 LISTED-${ecosystem} |  | ${by('birch')}`,
    `known-hole medium ${nameOf('dune')}@1.4.0 LAST-${ecosystem} |  | ${by('dune')}`,
    `known-hole medium ${nameOf('ember')}@1.0.0 CVE-${ecosystem} | 2.0.1 | ${by('ember')}`,
    `known-hole medium ${nameOf('grove')}@${before} BEFORE-${ecosystem} | 2.0.0 | ${by('grove')}`,
    `known-hole medium ${nameOf('heath')}@8.0.0 BENEATH-${ecosystem} | 9.0.0 | ` +
      (path ? `${nameOf('amber')} > ${nameOf('heath')}` : ''),
    `${rule} ${nameOf('iris')}@1.0.0 TOOL-${ecosystem} |  | ${by('iris')}`,
  ];
}

function read(path: string, text: string) {
  const reader = READERS.find(({ reads }) => reads(posix.basename(path), path));
  if (reader === undefined) throw new Error(`no reader reads ${path}`);
  return reader.read(text);
}

/** `<rule> <severity> <subject> | <fixing version> | <path>` of each finding whose line names the package. */
function found(path: string, text: string): string[] {
  const lines = text.split('\n');
  return holesOf(read(path, text), path, source)
    .map(({ rule, severity, subject, message, line }) => {
      const mending = /\. (\S+) mends it/.exec(message)?.[1] ?? '';
      const name = subject!.slice(0, subject!.lastIndexOf('@'));
      const where = /It comes by (.*?)(?:, for development only)?\.$/.exec(message)?.[1];
      const direct = message.includes('The project asks for it') ? name : '';
      const short = name.slice(name.search(/\w+$/));
      expect(lines.slice(line! - 1, line! + 2).join('\n')).toContain(short);
      return `${rule} ${severity} ${subject} | ${mending} | ${where ?? direct}`;
    })
    .sort();
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const object = <T>(rows: readonly Row[], entry: (row: Row) => readonly [string, T]) =>
  Object.fromEntries(rows.map(entry));

const npm = rowsOf('npm');
const direct = (rows: readonly Row[], development: boolean) =>
  rows.filter(([name, , , dev]) => !name.endsWith('heath') && (dev === true) === development);

describe('lockfiles of npm', () => {
  const url = 'https://registry.example.com/x.tgz';
  it('package-lock.json of version 3', () => {
    const text = json({
      lockfileVersion: 3,
      packages: {
        '': {
          dependencies: object(direct(npm, false), ([name]) => [name, '*']),
          devDependencies: object(direct(npm, true), ([name]) => [name, '*']),
        },
        ...object(npm, ([name, version, needs]) => [
          `node_modules/${name}`,
          { version, resolved: url, ...(needs && { dependencies: { [needs]: '*' } }) },
        ]),
      },
    });
    expect(found('a/package-lock.json', text)).toEqual(told('npm'));
  });

  it('package-lock.json of version 1', () => {
    const text = json({
      lockfileVersion: 1,
      dependencies: object(npm, ([name, version, needs, dev]) => [
        name,
        { version, resolved: url, ...(dev && { dev }), ...(needs && { requires: { [needs]: '*' } }) },
      ]),
    });
    expect(found('package-lock.json', text)).toEqual(told('npm'));
  });

  it.each([
    ['5', (name: string, version: string) => `/${name}/${version}`, ''],
    ['6', (name: string, version: string) => `/${name}@${version}`, '(peer@1.0.0)'],
    ['9', (name: string, version: string) => `${name}@${version}`, '(peer@1.0.0)'],
  ])('pnpm-lock.yaml of version %s', (lockfileVersion, keyOf, peers) => {
    const listed = (dev: boolean) =>
      direct(npm, dev).map(([name, version]) => `      '${name}':\n        version: ${version}${peers}`);
    const isApart = lockfileVersion === '9';
    const needs = ([, , need]: Row) => (need ? `\n    dependencies:\n      '${need}': 8.0.0` : '');
    const text = [
      `lockfileVersion: '${lockfileVersion}.0'\nimporters:\n  .:\n    dependencies:`,
      ...listed(false),
      '    devDependencies:',
      ...listed(true),
      'packages:',
      ...npm.map((row) => `  '${keyOf(row[0], row[1])}':\n    resolution: {integrity: x}${isApart ? '' : needs(row)}`),
      ...(isApart
        ? ['snapshots:', ...npm.map((row) => `  '${keyOf(row[0], row[1])}${peers}':\n    a: 1${needs(row)}`)]
        : []),
    ].join('\n');
    expect(found('pnpm-lock.yaml', text)).toEqual(told('npm'));
  });

  it('pnpm-lock.yaml of two documents: of pnpm itself, and of the project', () => {
    const text = [
      "---\nlockfileVersion: '9.0'\nimporters:\n  .:\n    configDependencies: {}\n    packageManagerDependencies:",
      "      '@wood/iris':\n        specifier: 1.0.0\n        version: 1.0.0",
      "packages:\n  '@wood/iris@1.0.0':\n    resolution: {integrity: x}",
      "  'both@1.0.0':\n    resolution: {integrity: x}",
      "snapshots:\n  '@wood/iris@1.0.0':\n    dependencies:\n      both: 1.0.0\n  'both@1.0.0': {}",
      "---\nlockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:",
      "      '@wood/amber':\n        specifier: ^1\n        version: 1.2.2",
      '      both:\n        specifier: ^1\n        version: 1.0.0',
      "packages:\n  '@wood/amber@1.2.2':\n    resolution: {integrity: x}",
      "  'both@1.0.0':\n    resolution: {integrity: x}",
    ].join('\n');
    expect(found('pnpm-lock.yaml', text)).toEqual([
      'known-hole medium @wood/amber@1.2.2 RANGE-npm | 1.2.3 | @wood/amber',
      'known-hole-in-development medium @wood/iris@1.0.0 TOOL-npm |  | @wood/iris',
    ]);
    const { dependencies } = read('pnpm-lock.yaml', text);
    expect(dependencies.map(({ key, root }) => `${key} ${root}`)).toEqual([
      '@wood/iris@1.0.0 development',
      'both@1.0.0 use',
      '@wood/amber@1.2.2 use',
    ]);
  });

  it.each([
    ['a peer behind a slash', '/a/1.0.0/react@17.0.0', '', 'a@1.0.0'],
    ['peers behind an underscore', '/@s/a/1.0.0_@babel+core@7.0.0', '', '@s/a@1.0.0'],
    ['the host of a registry', 'npm.example.com/@s/a/1.0.0', '', '@s/a@1.0.0'],
    ['a host with a port', 'localhost:4873/a@1.0.0', '', 'a@1.0.0'],
    ['an archive', 'a@https://x.example/a.tgz', 'tarball: https://x.example/a.tgz', 'a@1.0.0'],
    [
      'an archive of version 6',
      '@x.example/a.tgz',
      'tarball: https://x.example/a.tgz}\n    name: a\n    b: {',
      'a@1.0.0',
    ],
    ['no archive of a commit', 'a@https://codeload.x/y/tar.gz/1', 'tarball: https://codeload.x/y/tar.gz/1', undefined],
    ['no repository', 'github.com/me/a/0a1b2c', 'repo: https://github.com/me/a', undefined],
    ['no folder', 'file:lib/a', 'directory: lib/a', undefined],
  ])('pnpm-lock.yaml: %s', (_, key, resolution, expected) => {
    const text = `packages:\n  '${key}':\n    resolution: {${resolution}}\n    version: 1.0.0\n`;
    const [dependency] = read('pnpm-lock.yaml', text).dependencies;
    expect(dependency && `${dependency.name}@${dependency.version}`).toBe(expected);
  });

  it.each([
    ['"a@^1":', '  version "1.0.0"', 'a@1.0.0'],
    ['"a@^1":', '  "version" "1.0.0"\n  "resolved" "https://x.example/a.tgz"', 'a@1.0.0'],
    ['a@^1:', '  version "1.0.0"\n  resolved "a-1.0.0.tgz#0a1b"', 'a@1.0.0'],
    ['a@^1:', '  version "1.0.0"\n  resolved "file:../mirror/a-1.0.0.tgz#0a1b"', 'a@1.0.0'],
    ['"b@npm:a":', '  version "1.0.0"', 'a@1.0.0'],
    ['"b@npm:@s/a@^1":', '  version "1.0.0"', '@s/a@1.0.0'],
    ['a@https://x.example/a.tgz:', '  version "1.0.0"', 'a@1.0.0'],
    ['a@me/a:', '  version "1.0.0"', undefined],
    ['a@file:./lib:', '  version "1.0.0"', undefined],
    ['a@^1:', '  version "1.0.0"\n  resolved "https://codeload.github.com/me/a/tar.gz/0a1b"', undefined],
    ['a@^1:', '  version "1.0.0"\n  resolved "git+https://x.example/a.git#0a1b"', undefined],
  ])('yarn.lock of version 1: %s %j', (head, facts, expected) => {
    const [dependency] = read('yarn.lock', `# yarn lockfile v1\n\n${head}\n${facts}\n`).dependencies;
    expect(dependency && `${dependency.name}@${dependency.version}`).toBe(expected);
  });

  it.each([
    ['a@https://x.example/a.tgz', 'a@1.0.0'],
    ['a@https://github.com/me/a.git#commit=0a1b', undefined],
    ['a@https://codeload.github.com/me/a/tar.gz/0a1b', undefined],
    ['a@file:lib#lib::locator=x', undefined],
  ])('yarn.lock of Yarn 4: %s', (resolution, expected) => {
    const text = `__metadata:\n  version: 8\n"a@x":\n  version: 1.0.0\n  resolution: "${resolution}"\n`;
    const [dependency] = read('yarn.lock', text).dependencies;
    expect(dependency && `${dependency.name}@${dependency.version}`).toBe(expected);
  });

  it('package-lock.json: an option of what runs is not for development alone', () => {
    const entry = { version: '1.0.0', devOptional: true };
    expect(read('package-lock.json', json({ packages: { 'node_modules/a': entry } })).dependencies).toEqual([
      { key: 'node_modules/a', name: 'a', version: '1.0.0', line: 3, needs: [] },
    ]);
  });

  it('yarn.lock of version 1, which does not tell what is for development', () => {
    const text = npm
      .map(([name, version, needs]) =>
        [
          `"${name}@^1", "${name}@~1":`,
          `  version "${version}"`,
          `  resolved "${url}"`,
          ...(needs ? ['  dependencies:', `    "${needs}" "~1"`] : []),
        ].join('\n'),
      )
      .join('\n\n');
    expect(found('yarn.lock', `# yarn lockfile v1\n\n${text}\n`)).toEqual(told('npm', { development: false }).sort());
  });

  it('yarn.lock of Yarn 4', () => {
    const text = [
      '__metadata:\n  version: 8\n',
      '"shop@workspace:.":\n  version: 0.0.0-use.local\n  resolution: "shop@workspace:."\n  dependencies:',
      ...[...direct(npm, false), ...direct(npm, true)].map(([name]) => `    "${name}": "npm:^1"`),
      ...npm.map(
        ([name, version, needs]) =>
          `"${name}@npm:^1, ${name}@npm:~1":\n  version: ${version}\n  resolution: "${name}@npm:${version}"` +
          (needs ? `\n  dependencies:\n    "${needs}": "npm:~1"` : ''),
      ),
    ].join('\n');
    expect(found('yarn.lock', text)).toEqual(told('npm', { development: false }).sort());
  });
});

describe('lockfiles of Python', () => {
  const rows = rowsOf('PyPI');
  const sorted = (tells: Tells) => told('PyPI', tells).sort();

  it('requirements that pip-compile wrote', () => {
    const needed = new Map(rows.flatMap(([name, , needs]) => (needs ? [[needs, name] as const] : [])));
    const text = rows
      .map(
        ([name, version]) =>
          `${name.toLowerCase().replace('_', '-')}==${version} \\\n    --hash=sha256:00\n` +
          `    # via ${needed.get(name)?.toLowerCase() ?? '-r requirements.in'}`,
      )
      .join('\n');
    const expected = told('PyPI', { development: false }).map((each) =>
      each.replaceAll(/Wood_(\w+)/g, (_, name: string) => `wood-${name}`),
    );
    expect(found('requirements.txt', text)).toEqual(expected.sort());
  });

  it('requirements that are not all exact are read as far as they are', () => {
    const lock = read(
      'deploy/requirements/base.txt',
      'Wood_amber[fast]==1.2.2 ; python_version < "3.12" # why\n-r other.txt\nflask>=2\nx\n',
    );
    expect(lock.dependencies).toMatchObject([{ name: 'Wood_amber', version: '1.2.2', line: 1 }]);
    expect(lock.leftOut).toMatch(/^2 requirements without an exact version/);
  });

  it('poetry.lock', () => {
    const text = rows
      .map(([name, version, needs, dev]) =>
        [
          `[[package]]\nname = "${name}"\nversion = "${version}"\ngroups = ["${dev ? 'dev' : 'main'}"]`,
          ...(needs ? ['', '[package.dependencies]', `${needs} = "*"`] : []),
        ].join('\n'),
      )
      .join('\n\n');
    expect(found('poetry.lock', text)).toEqual(sorted({}));
  });

  it('uv.lock', () => {
    const listed = (dev: boolean) =>
      direct(rows, dev)
        .map(([name]) => `{ name = "${name}" }`)
        .join(', ');
    const text = [
      `[[package]]\nname = "shop"\nversion = "0.1"\nsource = { editable = "." }\ndependencies = [${listed(false)}]\n`,
      `[package.dev-dependencies]\ndev = [${listed(true)}]\n`,
      ...rows.map(
        ([name, version, needs]) =>
          `[[package]]\nname = "${name}"\nversion = "${version}"\nsource = { registry = "https://x" }\n` +
          (needs ? `dependencies = [{ name = "${needs}" }]\n` : ''),
      ),
    ].join('\n');
    expect(found('uv.lock', text)).toEqual(sorted({}));
  });

  it('Pipfile.lock, which does not tell what needs what', () => {
    const listed = (dev: boolean) =>
      object(
        rows.filter(([, , , development]) => (development === true) === dev),
        ([name, version]) => [name, { version: `==${version}` }],
      );
    expect(found('Pipfile.lock', json({ default: listed(false), develop: listed(true) }))).toEqual(
      sorted({ path: false }),
    );
  });
});

describe('lockfiles of other languages', () => {
  it('Cargo.lock', () => {
    const rows = rowsOf('crates.io');
    const asked = [...direct(rows, false), ...direct(rows, true)].map(([name]) => `"${name}"`).join(', ');
    const text = [
      `[[package]]\nname = "shop"\nversion = "0.1.0"\ndependencies = [${asked}]\n`,
      ...rows.map(
        ([name, version, needs]) =>
          `[[package]]\nname = "${name}"\nversion = "${version}"\nsource = "registry+https://x"\n` +
          (needs ? `dependencies = ["${needs} 8.0.0"]\n` : ''),
      ),
    ].join('\n');
    expect(found('Cargo.lock', text)).toEqual(told('crates.io', { development: false }).sort());
  });

  it('go.mod, whose indirect modules have no path, with what is replaced', () => {
    const rows = rowsOf('Go');
    const text = [
      'module example.com/shop\n\ngo 1.22\n\nrequire (',
      ...rows.map(([name, version]) => `\t${name} v${version}${name.endsWith('heath') ? ' // indirect' : ''}`),
      '\texample.com/other v1.0.0',
      ')\nreplace example.com/other => example.com/wood/amber v1.3.4',
      'replace example.com/wood/none => ../none',
    ].join('\n');
    const expected = told('Go', { development: false }).map((each) => each.replace(/\| example\S+ > \S+heath$/, '| '));
    expect(found('go.mod', text).filter((each) => !each.includes('amber@1.3.4'))).toEqual(expected.sort());
    const { dependencies } = read('go.mod', text);
    expect(dependencies.at(-1)).toMatchObject({ name: 'example.com/wood/amber', version: '1.3.4' });
    expect(read('go.mod', 'go 1.16').leftOut).toMatch(/^before go 1.17/);
  });

  it('go.sum beside go.mod, where that leaves out what others need', () => {
    const sums = [
      'example.com/wood/amber v1.2.2 h1:x=',
      'example.com/wood/amber v1.2.2/go.mod h1:x=',
      'example.com/wood/birch v1.0.0 h1:x=',
      'example.com/wood/birch v1.1.0 h1:x=',
      'example.com/wood/iris v1.0.0/go.mod h1:x=',
      'example.com/fork v1.0.0 h1:x=',
    ].join('\n');
    const goMod = (version: string) =>
      `go ${version}\nrequire example.com/wood/amber v1.2.2\nreplace example.com/x => example.com/fork v1.0.0\n`;
    const names = (version: string, beside?: string) => {
      const { dependencies, leftOut } = goModules.read(goMod(version), beside);
      return [...dependencies.map(({ name, version: at }) => `${name}@${at}`), leftOut];
    };
    const amber = 'example.com/wood/amber@1.2.2';
    expect(names('1.16', sums)).toEqual([amber, 'example.com/wood/birch@1.1.0', undefined]);
    expect(names('1.22', sums)).toEqual([amber, undefined]);
    expect(names('1.16')).toEqual([amber, expect.stringMatching(/^before go 1.17/)]);
  });

  it('pom.xml, as far as it says versions itself', () => {
    const rows = rowsOf('Maven');
    const text = [
      '<project><properties><amber.version>1.2.2</amber.version></properties>',
      '<dependencyManagement><dependencies>',
      '<dependency><groupId>com.example</groupId><artifactId>birch</artifactId><version>1.1.0</version></dependency>',
      '</dependencies></dependencyManagement><dependencies>',
      ...rows.map(([name, version, , dev]) => {
        const artifact = name.split(':')[1]!;
        const said = artifact === 'amber' ? `\${amber.version}` : version;
        return (
          `<dependency>\n<groupId>com.example</groupId><artifactId>${artifact}</artifactId>` +
          `${artifact === 'birch' ? '' : `<version>${said}</version>`}${dev ? '<scope>test</scope>' : ''}</dependency>`
        );
      }),
      '<dependency><groupId>g</groupId><artifactId>parent-decides</artifactId></dependency>',
      '</dependencies></project>',
    ].join('\n');
    const expected = told('Maven').map((each) => each.replace(/\| com\S+ > (\S+)$/, '| $1'));
    expect(found('pom.xml', text)).toEqual(expected.sort());
    expect(read('pom.xml', text).leftOut).toBe(
      'not known from it: 1 version that another file decides, and what its dependencies need',
    );
  });

  it('pom.xml with the versions that its parents decide, each project with its own names', () => {
    const pom = READERS.find(({ reads }) => reads('pom.xml', 'pom.xml'))!;
    const project = (artifact: string, more: string) =>
      `<project><artifactId>${artifact}</artifactId><version>3.1</version>${more}</project>`;
    const parent = (artifact: string, more = '') => `<parent><artifactId>${artifact}</artifactId>${more}</parent>`;
    const dependency = (artifact: string, version = '') =>
      `<dependency><groupId>g</groupId><artifactId>${artifact}</artifactId>${version}</dependency>`;
    const managed = (...each: string[]) =>
      `<dependencyManagement><dependencies>${each.join('')}</dependencies></dependencyManagement>`;
    const asked = (...each: string[]) => `<dependencies>${each.join('')}</dependencies>`;
    const root = project(
      'all',
      managed(dependency('a', '<version>${a}</version>'), dependency('b', '<version>1</version>')) +
        '<properties><a>1.0</a></properties>' +
        asked(dependency('of-root', '<version>1</version>')),
    );
    const middle = project('parts', parent('all') + managed(dependency('b', '<version>${project.version}</version>')));
    const part = project(
      'part',
      parent('parts', '<relativePath>../../parts</relativePath>') +
        '<properties><a>2.0</a></properties>' +
        asked(dependency('a'), dependency('b'), dependency('c')),
    );
    const names = (...above: string[]) =>
      pom.read(part, undefined, above).dependencies.map(({ name, version }) => `${name}@${version}`);
    expect(names(middle, root)).toEqual(['g:a@2.0', 'g:b@3.1']);
    expect(names(middle)).toEqual(['g:b@3.1']);
    expect(names(root)).toEqual([]);
    expect(pom.above!(part, 'shop/x/y/pom.xml')).toBe('shop/parts/pom.xml');
    expect(pom.above!(middle, 'parts/pom.xml')).toBe('pom.xml');
    expect(pom.above!(project('a', parent('b', '<relativePath/>')), 'a/pom.xml')).toBeUndefined();
    expect(pom.above!(root, 'pom.xml')).toBeUndefined();
  });

  it('yarn.lock and package-lock.json with names that stand for others, and without addresses', () => {
    const yarn = read('yarn.lock', '"loader-v15@npm:vue-loader@^15.9.7", "w@npm:vite@v2":\n  version "15.9.8"\n');
    expect(yarn.dependencies).toMatchObject([{ name: 'vue-loader', version: '15.9.8' }]);
    expect(read('yarn.lock', '"vue@npm:v2.0":\n  version "2.0.0"\n').dependencies).toMatchObject([{ name: 'vue' }]);
    const npm = '{"dependencies": {"a": {"version": "1.0.0", "resolved": ""}}}';
    expect(read('package-lock.json', npm).dependencies).toMatchObject([{ name: 'a', version: '1.0.0' }]);
  });

  it('gradle.lockfile', () => {
    const text = rowsOf('Maven')
      .map(
        ([name, version, , dev]) =>
          `${name}:${version}=${dev ? 'testRuntimeClasspath' : 'runtimeClasspath,testRuntimeClasspath'}`,
      )
      .join('\n');
    expect(found('gradle.lockfile', `# This is a Gradle generated file\n${text}\nempty=annotationProcessor\n`)).toEqual(
      told('Maven', { path: false }).sort(),
    );
  });

  it('composer.lock', () => {
    const entry = ([name, version, needs]: Row) => ({
      name,
      version: `v${version}`,
      ...(needs && { require: { [needs]: '*' } }),
    });
    const rows = rowsOf('Packagist');
    const text = json({
      packages: rows.filter(([, , , dev]) => !dev).map(entry),
      'packages-dev': rows.filter(([, , , dev]) => dev).map(entry),
    });
    expect(found('composer.lock', text)).toEqual(told('Packagist').sort());
  });

  it('Gemfile.lock', () => {
    const rows = rowsOf('RubyGems');
    const text = [
      'GIT\n  remote: https://x\n  specs:\n    wood-amber (1.2.1)\n\nGEM\n  remote: https://x\n  specs:',
      ...rows.flatMap(([name, version, needs]) => [
        `    ${name} (${version}${name.endsWith('birch') ? '-x86_64-linux' : ''})`,
        ...(needs ? [`      ${needs} (~> 8.0)`] : []),
      ]),
      '\nDEPENDENCIES',
      ...rows.filter(([name]) => !name.endsWith('heath')).map(([name]) => `  ${name} (~> 1.0)`),
    ].join('\n');
    expect(found('Gemfile.lock', text)).toEqual(told('RubyGems', { development: false }).sort());
  });

  it('packages.lock.json', () => {
    const rows = rowsOf('NuGet');
    const text = json({
      version: 1,
      dependencies: {
        'net8.0': object(rows, ([name, resolved, needs]) => [
          name,
          {
            type: name.endsWith('heath') ? 'Transitive' : 'Direct',
            resolved,
            ...(needs && { dependencies: { [needs]: '1.0.0' } }),
          },
        ]),
      },
    });
    expect(found('packages.lock.json', text)).toEqual(told('NuGet', { development: false }).sort());
  });
});

describe('a package that is needed to run, and that a tool of development needs, too', () => {
  const iris = (ecosystem: EcosystemName) =>
    `known-hole critical ${NAMES[ecosystem]![0]('iris')}@1.0.0 TOOL-${ecosystem}`;

  it('counts as needed to run in composer.lock, which names nothing that the project asks for', () => {
    const packages = [
      { name: 'wood/iris', version: '1.0.0', require: { 'wood/ring': '*' } },
      { name: 'wood/ring', version: '1.0.0', require: { 'wood/iris': '*' } },
    ];
    const tool = { name: 'x/tool', version: '1.0.0', require: { 'wood/iris': '*' } };
    expect(found('composer.lock', json({ packages: [packages[0]], 'packages-dev': [tool] }))).toEqual([
      `${iris('Packagist')} |  | wood/iris`,
    ]);
    const [ring] = found('composer.lock', json({ packages, 'packages-dev': [tool] }));
    expect(ring).toMatch(iris('Packagist'));
  });

  it('counts as needed to run in poetry.lock', () => {
    const entry = (name: string, group: string, needs = '') =>
      `[[package]]\nname = "${name}"\nversion = "1.0.0"\ngroups = ["${group}"]\n${needs}`;
    const text = [entry('Wood_iris', 'main'), entry('tool', 'dev', '[package.dependencies]\nwood-iris = "*"\n')].join(
      '\n',
    );
    expect(found('poetry.lock', text)).toEqual([`${iris('PyPI')} |  | Wood_iris`]);
  });

  it('counts as needed to run in package-lock.json of version 1', () => {
    const text = json({
      dependencies: {
        '@wood/iris': { version: '1.0.0' },
        tool: { version: '1.0.0', dev: true, requires: { '@wood/iris': '*' } },
      },
    });
    expect(found('package-lock.json', text)).toEqual([`${iris('npm')} |  | @wood/iris`]);
  });
});

describe('the version that mends', () => {
  it('has no hole that another advisory about the same one tells of', () => {
    const advisory = (id: string, from: string, fixed: string) => ({
      id,
      aliases: ['CVE-9'],
      summary: '',
      versions: [],
      ranges: [[['introduced', from] as const, ['fixed', fixed] as const]],
    });
    const [first, second] = [advisory('A-1', '0', '1.2.0'), advisory('A-2', '1.1.0', '1.3.0')];
    const known: AdvisorySource = { ...source, find: () => [first, second] };
    const lockfile = read('package-lock.json', json({ dependencies: { a: { version: '1.0.0' } } }));
    expect(holesOf(lockfile, 'x', known).map(({ message }) => message)).toEqual([
      expect.stringContaining('1.3.0 mends it'),
    ]);
  });
});

describe('a hostile lockfile', () => {
  const deep = '['.repeat(50_000);
  it.each([
    ['package-lock.json', deep],
    ['package-lock.json', '[]'],
    ['pnpm-lock.yaml', deep],
    ['pnpm-lock.yaml', 'a: [b'],
    ['yarn.lock', `__metadata:\n  a: ${deep}`],
    ['yarn.lock', `${'a'.repeat(30_000)}:`],
    ['requirements.txt', 'x'.repeat(30_000)],
    ['poetry.lock', `a = ${deep}`],
    ['uv.lock', 'package = 3'],
    ['Pipfile.lock', '3'],
    ['composer.lock', '{"packages": '],
    ['pom.xml', '<a>'.repeat(50_000)],
    ['pom.xml', '<project><a>&x;</project>'],
  ])('%s is refused with the reason', (name, text) => expect(() => read(name, text)).toThrow(Unreadable));

  it.each([
    [
      'package-lock.json',
      json({ packages: { 'node_modules/a': { version: {}, dependencies: 3 }, '': [] }, dependencies: 7 }),
    ],
    ['package-lock.json', json({ dependencies: { a: null, b: { version: [], requires: 'x' } } })],
    ['pnpm-lock.yaml', 'packages: 3\nimporters: [a]\nsnapshots: {a: b}'],
    ['poetry.lock', '[[package]]\nname = 3\nsource = 7\ngroups = 1'],
    ['uv.lock', '[[package]]\nname = "a"\nversion = "1"\nsource = 1\ndependencies = [1, {name = 2}]'],
    ['Cargo.lock', '[[package]]\nname = "a"\ndependencies = [1]\nsource = "registry+x"'],
    ['go.mod', 'require (\n a\n b c d\n)\nreplace =>\nreplace a =>'],
    ['composer.lock', json({ packages: [1, { name: 'a', version: 2 }], 'packages-dev': {} })],
    ['packages.lock.json', json({ dependencies: { a: { b: { resolved: {} } }, c: 3 } })],
    [
      'pom.xml',
      '<project><properties><a>${b}${b}</a><b>${a}${a}</b></properties>' +
        '<dependencies><dependency><version>${a}</version></dependency></dependencies></project>',
    ],
  ])('%s with other types than expected names nothing', (name, text) =>
    expect(holesOf(read(name, text), name, source)).toEqual([]),
  );

  it('that is a chain of 50,000 packages, or a ring, is walked once', () => {
    const entries = Array.from({ length: 50_000 }, (_, at) => [
      `n${at}`,
      { version: '1.0.0', resolved: 'https://x', requires: { [`n${(at + 1) % 50_000}`]: '*' } },
    ]);
    const text = JSON.stringify({
      dependencies: { ...Object.fromEntries(entries), '@wood/iris': { version: '1.0.0', resolved: 'https://x' } },
    });
    expect(holesOf(read('package-lock.json', text), 'package-lock.json', source)).toHaveLength(1);
  });
});

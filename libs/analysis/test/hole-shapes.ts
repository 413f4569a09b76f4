import type { EcosystemName } from '@assay/advisories';

/** One package of a made-up lockfile, what is known of it, and which holes it has at that version. */
interface Shape {
  readonly name: string;
  readonly version: string;
  readonly documents: readonly object[];
  readonly holes: readonly string[];
}

type Event = Readonly<Record<string, string>>;
const range = (...events: readonly Event[]) => ({ ranges: [{ type: 'ECOSYSTEM', events }] });
const from = (introduced: string, fixed?: string): Event[] => [{ introduced }, ...(fixed ? [{ fixed }] : [])];

/** How an ecosystem writes names, a version before 2.0.0, and a lockfile of packages that need nothing. */
interface Written {
  readonly nameOf: (name: string) => string;
  readonly before: string;
  readonly file: string;
  readonly lockfile: (packages: readonly (readonly [name: string, version: string])[]) => string;
}

const lines = (each: readonly string[]): string => `${each.join('\n')}\n`;

export const WRITTEN: Readonly<Partial<Record<EcosystemName, Written>>> = {
  npm: {
    nameOf: (name) => `@wood/${name}`,
    before: '2.0.0-rc.1',
    file: 'package-lock.json',
    lockfile: (packages) =>
      JSON.stringify({
        name: 'shop',
        lockfileVersion: 3,
        packages: Object.fromEntries(packages.map(([name, version]) => [`node_modules/${name}`, { version }])),
      }),
  },
  PyPI: {
    nameOf: (name) => `wood-${name}`,
    before: '2.0.0rc1',
    file: 'requirements.txt',
    lockfile: (packages) => lines(packages.map(([name, version]) => `${name}==${version}`)),
  },
  'crates.io': {
    nameOf: (name) => `wood-${name}`,
    before: '2.0.0-rc.1',
    file: 'Cargo.lock',
    lockfile: (packages) =>
      lines(
        packages.map(
          ([name, version]) =>
            `[[package]]\nname = "${name}"\nversion = "${version}"\n` +
            'source = "registry+https://github.com/rust-lang/crates.io-index"\n',
        ),
      ),
  },
  Go: {
    nameOf: (name) => `example.com/wood/${name}`,
    before: '2.0.0-rc.1',
    file: 'go.mod',
    lockfile: (packages) =>
      lines([
        'module x.example/shop',
        'go 1.22',
        // From 2 on, a version whose path does not say so has this suffix, which is no part of its order.
        ...packages.map(
          ([name, version]) => `require ${name} v${version}${/^[01]\./.test(version) ? '' : '+incompatible'}`,
        ),
      ]),
  },
  Maven: {
    nameOf: (name) => `com.example:${name}`,
    before: '2.0.0.RC1',
    file: 'gradle.lockfile',
    lockfile: (packages) => lines(packages.map(([name, version]) => `${name}:${version}=runtimeClasspath`)),
  },
  Packagist: {
    nameOf: (name) => `wood/${name}`,
    before: '2.0.0-RC1',
    file: 'composer.lock',
    lockfile: (packages) =>
      JSON.stringify({ packages: packages.map(([name, version]) => ({ name, version })), 'packages-dev': [] }, null, 1),
  },
  RubyGems: {
    nameOf: (name) => `wood-${name}`,
    before: '2.0.0.rc1',
    file: 'Gemfile.lock',
    lockfile: (packages) =>
      lines([
        'GEM',
        '  remote: https://rubygems.org/',
        '  specs:',
        ...packages.map(([name, version]) => `    ${name} (${version})`),
        '',
        'PLATFORMS',
        '  ruby',
        '',
        'DEPENDENCIES',
        ...packages.map(([name]) => `  ${name}`),
      ]),
  },
  NuGet: {
    nameOf: (name) => `Wood.${name}`,
    before: '2.0.0-rc1',
    file: 'packages.lock.json',
    lockfile: (packages) =>
      JSON.stringify({
        version: 1,
        dependencies: {
          'net8.0': Object.fromEntries(
            packages.map(([name, resolved]) => [name, { type: 'Direct', requested: `[${resolved}, )`, resolved }]),
          ),
        },
      }),
  },
};

/** Shapes of what is known of a package, as advisories of an ecosystem have them: twenty that hold, and others. */
export function holeShapes(ecosystem: EcosystemName): Shape[] {
  const { nameOf, before } = WRITTEN[ecosystem]!;
  const code = ecosystem.replace('.', '').toUpperCase();
  /** Any version with an epoch is later than those without. */
  const epoch = (version: string) => (ecosystem === 'PyPI' ? `1!${version}` : version);
  const shape = (
    at: number,
    version: string,
    affected: readonly (readonly object[])[],
    holes: readonly string[],
    more: readonly object[] = [],
  ): Shape => {
    const name = nameOf(`p${at}`);
    return {
      name,
      version,
      holes: holes.map((each) => `${each}-${code}-${at}`),
      documents: affected.map((parts, index) => ({
        schema_version: '1.6.0',
        id: `${'ABCD'[index]}-${code}-${at}`,
        modified: '2026-01-01T00:00:00Z',
        affected: parts.map((part) => ({ package: { ecosystem, name }, ...part })),
        ...more[index],
      })),
    };
  };
  const aliases = (...names: readonly string[]) => ({ aliases: names.map((name) => `${name}-${code}`) });
  return [
    shape(1, '1.2.2', [[range(...from('1.0.0', '1.2.3'))]], ['A']),
    shape(2, '1.3.1', [[range(...from('1.0.0', '1.2.3'), ...from('1.3.0', '1.3.5'))]], ['A']),
    shape(3, '1.2.5', [[range(...from('1.0.0', '1.2.3'), ...from('1.3.0', '1.3.5'))]], []),
    shape(4, '1.5.0', [[range(...from('0', '1.5.0'))]], []),
    shape(5, '1.4.0', [[range({ introduced: '0' }, { last_affected: '1.4.0' })]], ['A']),
    shape(6, '1.4.1', [[range({ introduced: '0' }, { last_affected: '1.4.0' })]], []),
    shape(7, '1.1.0', [[{ versions: ['1.0.0', '1.1.0'] }]], ['A']),
    shape(8, '1.2.0', [[{ versions: ['1.0.0', '1.1.0'] }]], []),
    shape(9, before, [[range(...from('0', '2.0.0'))]], ['A']),
    shape(10, before, [[range(...from('2.0.0', '2.1.0'))]], []),
    shape(
      11,
      '1.0.0',
      [[range(...from('0', '2.0.0'))], [range(...from('0', '2.0.1'))]],
      ['A'],
      [aliases('X11'), aliases('X11')],
    ),
    shape(
      12,
      '1.0.0',
      [[range(...from('0'))], [range(...from('0'))], [range(...from('0'))]],
      ['A'],
      [aliases('X12'), aliases('X12', 'Y12'), aliases('Y12')],
    ),
    shape(13, '1.0.0', [[range(...from('0'))]], [], [{ withdrawn: '2026-01-01T00:00:00Z' }]),
    shape(14, '99.0.0', [[range(...from('1.0.0'))]], ['A']),
    shape(15, '1.0.0', [[range(...from('1.0.0', '1.0.1'))]], ['A']),
    shape(16, '1.0.0', [[range(...from('0', '2.0.0'))], [range(...from('0', '3.0.0'))]], ['A', 'B']),
    shape(17, '2.5.0', [[range(...from('0', '1.0.0')), range(...from('2.0.0', '3.0.0'))]], ['A']),
    shape(18, '1.0.5', [[{ ...range(...from('1.0.0', '1.1.0')), versions: ['1.0.0', '1.0.1'] }]], ['A']),
    shape(19, '1.10.0', [[range(...from('0', '1.9.0'))]], []),
    shape(
      20,
      '1.0.0',
      [
        [
          {
            versions: ['1.0.0'],
            ranges: [{ type: 'GIT', repo: 'https://x.example/r.git', events: [{ introduced: '0' }] }],
          },
        ],
      ],
      ['A'],
    ),
    shape(21, '1.5.0', [[range({ fixed: '2.0.0' }, { introduced: '1.0.0' })]], ['A']),
    shape(22, '3.1.0', [[range(...from('0', '1.0.0')), range(...from('3.0.0'))], [range(...from('9.0.0'))]], ['A']),
    shape(
      23,
      '3.1.0',
      [[{ ranges: [...range(...from('0', '1.0.0')).ranges, ...range(...from('3.0.0')).ranges] }]],
      ['A'],
    ),
    shape(24, before, [[range(...from('0', before.replace(/1$/, '2')))]], ['A']),
    shape(25, '1.10.0', [[range(...from('1.9.0', '1.11.0'))]], ['A']),
    shape(26, epoch('1.0.0'), [[range(...from(epoch('0.9.0'), epoch('1.0.1')))]], ['A']),
  ];
}

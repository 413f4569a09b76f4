/** A package that is installed on a made-up system, the advisories about it, and the holes that it has. */
export interface SystemShape {
  /** The subject of the shape. */
  readonly about: string;
  /** The entry in the list of the package manager, without the line that ends it. */
  readonly installed: readonly string[];
  readonly documents: readonly object[];
  /** Source package, its version and the hole: `openssl@3.0.11-1 A-1`. */
  readonly holes: readonly string[];
}

export interface MadeUpSystem {
  readonly ecosystem: 'Debian' | 'Alpine';
  readonly release: string;
  /** The place of the package manager's list. */
  readonly list: { readonly kind: 'dpkg' | 'apk'; readonly path: string };
  readonly shapes: readonly SystemShape[];
}

type Event = Readonly<Record<string, string>>;
interface Affected {
  readonly release?: string;
  readonly events?: readonly Event[];
  readonly versions?: readonly string[];
}
interface Known {
  readonly affected: readonly Affected[];
  readonly more?: object;
}

const before = (fixed: string, introduced = '0'): Event[] => [{ introduced }, { fixed }];
const advisory = (...affected: readonly Affected[]): Known => ({ affected });
const until = (fixed: string): Known => advisory({ events: before(fixed) });

/** How a distribution writes its advisories and its list of installed packages. */
interface Writing {
  readonly ecosystem: string;
  readonly release: string;
  readonly code: string;
  readonly paragraph: (source: string, version: string) => readonly string[];
}

type Row = readonly [
  about: string,
  source: string,
  version: string,
  known: readonly Known[],
  holes: string,
  installed?: readonly string[],
];

function shapesOf({ ecosystem, release, code, paragraph }: Writing, rows: readonly Row[]): SystemShape[] {
  return rows.map(([about, source, version, known, holes, installed], index) => {
    const id = (at: number) => `${'ABCD'[at]}-${code}-${index + 1}`;
    return {
      about,
      installed: installed ?? paragraph(source, version),
      holes: [...holes].map((letter) => `${source}@${version} ${letter}-${code}-${index + 1}`),
      documents: known.map(({ affected, more }, at) => ({
        schema_version: '1.6.0',
        id: id(at),
        modified: '2026-01-01T00:00:00Z',
        affected: affected.map(({ release: of = release, events, versions }) => ({
          package: { ecosystem: `${ecosystem}:${of}`, name: source },
          ...(events && { ranges: [{ type: 'ECOSYSTEM', events }] }),
          ...(versions && { versions }),
        })),
        ...more,
      })),
    };
  });
}

const WITHDRAWN = { withdrawn: '2026-01-02T00:00:00Z' };
const alias = (...names: readonly string[]) => ({ aliases: names });

const dpkg = (name: string, version: string, source?: string, status = 'install ok installed'): string[] => [
  `Package: ${name}`,
  `Status: ${status}`,
  ...(source === undefined ? [] : [`Source: ${source}`]),
  `Version: ${version}`,
  'Architecture: amd64',
  'Maintainer: Nobody <nobody@example.org>',
  'Description: made up',
];

/** Debian 12, with versions as its packages have them. */
const DEBIAN: MadeUpSystem = {
  ecosystem: 'Debian',
  release: 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nNAME="Debian GNU/Linux"\nVERSION_ID="12"\nID=debian\n',
  list: { kind: 'dpkg', path: 'var/lib/dpkg/status' },
  shapes: shapesOf(
    { ecosystem: 'Debian', release: '12', code: 'DEB', paragraph: (name, version) => dpkg(name, version) },
    [
      ['mended later', 'curl', '7.88.1-10+deb12u5', [until('7.88.1-10+deb12u6')], 'A'],
      ['mended at this version', 'zlib', '1:1.2.13.dfsg-1', [until('1:1.2.13.dfsg-1')], ''],
      [
        'by its source',
        'openssl',
        '3.0.11-1~deb12u2',
        [until('3.0.13-1~deb12u1')],
        'A',
        dpkg('libssl3', '3.0.11-1~deb12u2', 'openssl'),
      ],
      [
        'by the version of its source',
        'gcc-12',
        '12.2.0-14',
        [until('12.2.0-15')],
        'A',
        dpkg('libgcc-s1', '1:12.2.0-14', 'gcc-12 (12.2.0-14)'),
      ],
      [
        'built again, with the mended source',
        'bash',
        '5.2.15-2',
        [until('5.2.15-2')],
        '',
        dpkg('bash', '5.2.15-2+b2', 'bash (5.2.15-2)'),
      ],
      ['an epoch on both sides', 'bind9', '1:9.18.19-1~deb12u1', [until('1:9.18.24-1')], 'A'],
      ['an epoch on one side', 'tar', '1:1.34-1', [until('1.35-2')], ''],
      ['a tilde comes before', 'systemd', '252.17-1~deb12u1', [until('252.17-1')], 'A'],
      ['a plus comes after', 'sudo', '1.9.13p3-1+deb12u1', [until('1.9.13p3-1')], ''],
      ['digits are numbers', 'libxml2', '2.10.4', [until('2.9.14')], ''],
      ['letters come before signs', 'krb5', '1.20.1a-1', [until('1.20.1+b-1')], 'A'],
      ['not mended', 'perl', '5.36.0-7', [advisory({ events: [{ introduced: '0' }] })], 'A'],
      ['begun later', 'expat', '2.5.0-1', [advisory({ events: before('2.6.2-1', '2.6.0-1') })], ''],
      [
        'in two ranges',
        'git',
        '1:2.39.2-1.1',
        [advisory({ events: [...before('1:2.30.2-1'), ...before('1:2.39.5-0', '1:2.39.0-1')] })],
        'A',
      ],
      ['by a list of versions', 'gzip', '1.12-1', [advisory({ versions: ['1.11-1', '1.12-1'] })], 'A'],
      ['of another release', 'vim', '2:9.0.1378-2', [advisory({ release: '11', events: before('2:9.1.0-1') })], ''],
      [
        'of two releases, each mended at its own',
        'nginx',
        '1.22.1-9',
        [advisory({ release: '11', events: before('1.18.0-6') }, { events: before('1.22.1-9+deb12u1') })],
        'A',
      ],
      ['withdrawn', 'less', '590-2', [{ ...until('600-1'), more: WITHDRAWN }], ''],
      [
        'by two names',
        'wget',
        '1.21.3-1',
        [
          { ...until('1.21.4-1'), more: alias('X-DEB') },
          { ...until('1.21.5-1'), more: alias('X-DEB') },
        ],
        'A',
      ],
      ['two holes', 'tiff', '4.5.0-6', [until('4.5.0-6+deb12u1'), until('4.5.1-1')], 'AB'],
      [
        'removed, with its settings left',
        'apache2',
        '2.4.57-2',
        [until('2.4.59-1')],
        '',
        dpkg('apache2', '2.4.57-2', undefined, 'deinstall ok config-files'),
      ],
    ],
  ),
};

const apk = (name: string, version: string, origin = name): string[] => [
  `P:${name}`,
  `V:${version}`,
  'A:x86_64',
  'T:made up',
  `o:${origin}`,
];

/** Alpine 3.18, with versions as its packages have them. */
const ALPINE: MadeUpSystem = {
  ecosystem: 'Alpine',
  release: 'NAME="Alpine Linux"\nID=alpine\nVERSION_ID=3.18.4\nPRETTY_NAME="Alpine Linux v3.18"\n',
  list: { kind: 'apk', path: 'lib/apk/db/installed' },
  shapes: shapesOf(
    { ecosystem: 'Alpine', release: 'v3.18', code: 'ALP', paragraph: (name, version) => apk(name, version) },
    [
      ['mended later', 'curl', '8.3.0-r0', [until('8.4.0-r0')], 'A'],
      ['mended at this version', 'zlib', '1.2.13-r1', [until('1.2.13-r1')], ''],
      ['by its origin', 'openssl', '3.1.3-r0', [until('3.1.4-r0')], 'A', apk('libcrypto3', '3.1.3-r0', 'openssl')],
      ['mended by another build', 'musl', '1.2.4-r1', [until('1.2.4-r2')], 'A'],
      ['builds are numbers', 'busybox', '1.36.1-r10', [until('1.36.1-r9')], ''],
      ['numbers are no texts', 'libxml2', '2.11.10-r0', [until('2.11.9-r0')], ''],
      ['a letter comes after', 'openssl1.1-compat', '1.1.1u-r1', [until('1.1.1w-r1')], 'A'],
      ['a letter is more than none', 'tzdata', '2023c-r1', [until('2023-r2')], ''],
      ['a candidate comes before', 'nodejs', '18.17.0_rc1-r0', [until('18.17.0-r0')], 'A'],
      ['a patch comes after', 'openssh', '9.3_p2-r0', [until('9.3-r3')], ''],
      ['patches are numbers', 'sudo', '1.9.13_p3-r2', [until('1.9.13_p10-r0')], 'A'],
      ['not mended', 'unzip', '6.0-r14', [advisory({ events: [{ introduced: '0' }] })], 'A'],
      ['begun later', 'expat', '2.5.0-r1', [advisory({ events: before('2.6.2-r0', '2.6.0-r0') })], ''],
      [
        'in two ranges',
        'git',
        '2.40.1-r0',
        [advisory({ events: [...before('2.30.9-r0'), ...before('2.40.2-r0', '2.40.0-r0')] })],
        'A',
      ],
      ['by a list of versions', 'gzip', '1.12-r0', [advisory({ versions: ['1.11-r0', '1.12-r0'] })], 'A'],
      ['of another release', 'vim', '9.0.1568-r0', [advisory({ release: 'v3.17', events: before('9.0.2000-r0') })], ''],
      [
        'of two releases, each mended at its own',
        'nginx',
        '1.24.0-r6',
        [advisory({ release: 'v3.17', events: before('1.22.1-r1') }, { events: before('1.24.0-r7') })],
        'A',
      ],
      ['withdrawn', 'less', '633-r0', [{ ...until('643-r0'), more: WITHDRAWN }], ''],
      [
        'by two names',
        'wget',
        '1.21.4-r0',
        [
          { ...until('1.24.5-r0'), more: alias('X-ALP') },
          { ...until('1.25.0-r0'), more: alias('X-ALP') },
        ],
        'A',
      ],
      ['two holes', 'tiff', '4.5.0-r6', [until('4.5.1-r0'), until('4.6.0-r0')], 'AB'],
    ],
  ),
};

export const MADE_UP_SYSTEMS: readonly MadeUpSystem[] = [DEBIAN, ALPINE];

/** The complete list of the package manager. */
export const listOf = ({ shapes }: MadeUpSystem): string =>
  shapes.map(({ installed }) => `${installed.join('\n')}\n`).join('\n');

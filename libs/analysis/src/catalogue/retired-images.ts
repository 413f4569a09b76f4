/** A system or a language of an image that gets no updates any more. */
export interface RetiredImage {
  readonly name: string;
  /** The month in which its maintainers ended their updates. */
  readonly since: string;
  /** A program that asks for an index of packages which its servers do not have any more. */
  readonly withoutIndex?: 'apt' | 'yum';
}

type Release = RetiredImage & { readonly tag: RegExp };

const debian = (version: number, codeName: string, since: string, isArchived = true) => ({ version, codeName, image: { name: `Debian ${version}`, since, ...(isArchived && { withoutIndex: 'apt' as const }) } });
/** From the life cycle that Debian publishes. Its servers keep an old index in an archive only. */
const DEBIAN = [debian(8, 'jessie', '2020-06'), debian(9, 'stretch', '2022-06'), debian(10, 'buster', '2024-06'), debian(11, 'bullseye', '2026-08', false)];

/** From the life cycle that Ubuntu publishes. */
const UBUNTU_FOR_YEARS = [
  ['14.04', 'trusty', '2019-04'],
  ['16.04', 'xenial', '2021-04'],
  ['18.04', 'bionic', '2023-05'],
  ['20.04', 'focal', '2025-05'],
] as const;
/** Releases between those, whose packages move to `old-releases.ubuntu.com` soon after their end. */
const UBUNTU_FOR_MONTHS = [
  ['16.10', 'yakkety', '2017-07'],
  ['17.04', 'zesty', '2018-01'],
  ['17.10', 'artful', '2018-07'],
  ['18.10', 'cosmic', '2019-07'],
  ['19.04', 'disco', '2020-01'],
  ['19.10', 'eoan', '2020-07'],
  ['20.10', 'groovy', '2021-07'],
  ['21.04', 'hirsute', '2022-01'],
  ['21.10', 'impish', '2022-07'],
  ['22.10', 'kinetic', '2023-07'],
  ['23.04', 'lunar', '2024-01'],
  ['23.10', 'mantic', '2024-07'],
  ['24.10', 'oracular', '2025-07'],
] as const;

/** The systems that the tags of other images name: `maven:3-jdk-8-buster`, `tomcat:9-jdk11-temurin-focal`. */
const SYSTEMS: readonly Release[] = [
  ...DEBIAN.map(({ codeName, image }) => ({ ...image, tag: part(codeName) })),
  ...UBUNTU_FOR_YEARS.slice(1).map(([version, codeName, since]) => ({
    name: `Ubuntu ${version}`,
    since,
    tag: part(codeName),
  })),
];

const RELEASES: Readonly<Record<string, readonly Release[]>> = {
  debian: DEBIAN.map(({ version, image }) => ({ ...image, tag: new RegExp(String.raw`^${version}(?:[.-]|$)`) })),
  ubuntu: [
    ...UBUNTU_FOR_YEARS.map(([version, codeName, since]) => ({
      name: `Ubuntu ${version}`,
      since,
      tag: start(version, codeName),
    })),
    ...UBUNTU_FOR_MONTHS.map(([version, codeName, since]) => ({
      name: `Ubuntu ${version}`,
      since,
      withoutIndex: 'apt' as const,
      tag: start(version, codeName),
    })),
  ],
  centos: [
    { name: 'CentOS 6', since: '2020-11', withoutIndex: 'yum', tag: /^(?:centos)?6/ },
    { name: 'CentOS 7', since: '2024-06', withoutIndex: 'yum', tag: /^(?:centos)?7/ },
    { name: 'CentOS 8', since: '2021-12', withoutIndex: 'yum', tag: /^(?:(?:centos)?8|latest$)/ },
  ],
};

/** The releases that are over, as their versions and the months of their ends. */
const OVER: Readonly<Record<string, readonly [name: string, ends: Readonly<Record<string, string>>]>> = {
  alpine: [
    'Alpine',
    {
      '3.10': '2021-05',
      '3.11': '2021-11',
      '3.12': '2022-05',
      '3.13': '2022-11',
      '3.14': '2023-05',
      '3.15': '2023-11',
      '3.16': '2024-05',
      '3.17': '2024-11',
      '3.18': '2025-05',
      '3.19': '2025-11',
      '3.20': '2026-04',
      ...each('2020-11', '3.3 3.4 3.5 3.6 3.7 3.8 3.9'),
    },
  ],
  fedora: [
    'Fedora',
    {
      ...each('2022-12', '28 29 30 31 32 33 34 35'),
      36: '2023-05',
      37: '2023-12',
      38: '2024-05',
      39: '2024-11',
      40: '2025-05',
      41: '2025-12',
    },
  ],
  node: [
    'Node.js',
    {
      ...each('2019-12', '0 4 5 6 7 8 9'),
      10: '2021-04',
      ...each('2021-06', '11 13 15'),
      12: '2022-04',
      14: '2023-04',
      16: '2023-09',
      ...each('2023-06', '17 19'),
      18: '2025-04',
      20: '2026-04',
    },
  ],
  python: [
    'Python',
    {
      ...each('2020-04', '2 2.6 2.7'),
      ...each('2020-09', '3.3 3.4 3.5'),
      '3.6': '2021-12',
      '3.7': '2023-06',
      '3.8': '2024-10',
      '3.9': '2025-10',
    },
  ],
  ruby: ['Ruby', { ...each('2023-03', '2 2.1 2.2 2.3 2.4 2.5 2.6 2.7'), '3.0': '2024-04', '3.1': '2025-03', '3.2': '2026-03' }],
  php: ['PHP', { ...each('2018-12', '5 5.3 5.4 5.5 5.6'), ...each('2022-11', '7 7.0 7.1 7.2 7.3 7.4'), '8.0': '2023-11', 8.1: '2025-12' }],
};

/** Old images of Node.js are of Debian 9, unless they say something else. */
const NODE_OF_STRETCH = /^(?:8|10)(?:\.\d+){0,2}(?:-slim)?$/;

const IMAGE = /^((?:[\w.-]+(?::\d+)?\/)*[\w.-]+)(?::([\w.-]+))?(?:@sha256:\w+)?$/;
const OFFICIAL = /^(?:docker\.io\/|public\.ecr\.aws\/docker\/)?(?:library\/)?([\w-]+)$/;
const OF_MICROSOFT = /^mcr\.microsoft\.com\//;
const STREAM = /^quay\.io\/centos\/centos$/;

/** @param image as a Dockerfile names its base */
export function retiredImage(image: string): RetiredImage | undefined {
  const [, path = '', tag = 'latest'] = IMAGE.exec(image) ?? [];
  if (STREAM.test(path) && tag.startsWith('stream8')) return { name: 'CentOS Stream 8', since: '2024-05', withoutIndex: 'yum' };
  const [, name = ''] = OFFICIAL.exec(path) ?? [];
  const known = Object.hasOwn(RELEASES, name) ? RELEASES[name]! : [];
  const system = [...known, ...SYSTEMS].find((release) => release.tag.test(tag));
  if (system !== undefined) return name !== '' || OF_MICROSOFT.test(path) ? system : perhapsWithIndex(system);
  return retiredLanguage(name, tag) ?? retiredAlpine(tag);
}

/** Those who make images of others may have named other servers in them. */
const perhapsWithIndex = ({ name, since }: RetiredImage): RetiredImage => ({ name, since });

function retiredLanguage(image: string, tag: string): RetiredImage | undefined {
  const [name, ends] = Object.hasOwn(OVER, image) ? OVER[image]! : [];
  const [, major, minor] = /^(\d{1,3})(?:\.(\d{1,3}))?(?![\w])/.exec(tag) ?? [];
  if (ends === undefined || major === undefined) return undefined;
  const version = minor === undefined ? major : `${major}.${minor}`;
  const since = ends[version] ?? ends[major];
  if (since === undefined) return undefined;
  const isOfStretch = image === 'node' && NODE_OF_STRETCH.test(tag);
  return { name: `${name} ${version}`, since, ...(isOfStretch && { withoutIndex: 'apt' as const }) };
}

/** The system of a small image of a program: `redis:7-alpine3.16`. */
function retiredAlpine(tag: string): RetiredImage | undefined {
  const [, version = ''] = /-alpine(3\.\d+)(?:$|-)/.exec(tag) ?? [];
  const since = OVER.alpine![1][version];
  return since === undefined ? undefined : { name: `Alpine ${version}`, since };
}

function part(codeName: string): RegExp {
  return new RegExp(`(?:^|-)${codeName}(?:-|$)`);
}

function start(version: string, codeName: string): RegExp {
  return new RegExp(`^(?:${version.replace('.', String.raw`\.`)}|${codeName})`);
}

function each(since: string, versions: string): Record<string, string> {
  return Object.fromEntries(versions.split(' ').map((version) => [version, since]));
}

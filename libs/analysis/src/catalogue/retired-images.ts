/** A system or a language of an official image that gets no updates any more. */
export interface RetiredImage {
  readonly name: string;
  /** The month in which its maintainers ended their updates. */
  readonly since: string;
  /** A program that asks for an index of packages which its servers do not have any more. */
  readonly withoutIndex?: 'apt' | 'yum';
}

/** From the life cycles that Debian and Ubuntu publish. The servers of Debian keep an old index in an archive only. */
const SYSTEMS: readonly (RetiredImage & { readonly tag: RegExp })[] = [
  { name: 'Debian 8', since: '2020-06', withoutIndex: 'apt', tag: /(?:^|-)jessie(?:-|$)/ },
  { name: 'Debian 9', since: '2022-06', withoutIndex: 'apt', tag: /(?:^|-)stretch(?:-|$)/ },
  { name: 'Debian 10', since: '2024-06', withoutIndex: 'apt', tag: /(?:^|-)buster(?:-|$)/ },
];
const RELEASES: Readonly<Record<string, readonly (RetiredImage & { readonly tag: RegExp })[]>> = {
  debian: [
    { name: 'Debian 8', since: '2020-06', withoutIndex: 'apt', tag: /^8(?:[.-]|$)/ },
    { name: 'Debian 9', since: '2022-06', withoutIndex: 'apt', tag: /^9(?:[.-]|$)/ },
    { name: 'Debian 10', since: '2024-06', withoutIndex: 'apt', tag: /^10(?:[.-]|$)/ },
  ],
  ubuntu: [
    { name: 'Ubuntu 14.04', since: '2019-04', tag: /^(?:14\.04|trusty)/ },
    { name: 'Ubuntu 16.04', since: '2021-04', tag: /^(?:16\.04|xenial)/ },
    { name: 'Ubuntu 18.04', since: '2023-05', tag: /^(?:18\.04|bionic)/ },
    { name: 'Ubuntu 20.04', since: '2025-05', tag: /^(?:20\.04|focal)/ },
  ],
  centos: [
    { name: 'CentOS 6', since: '2020-11', withoutIndex: 'yum', tag: /^(?:centos)?6/ },
    { name: 'CentOS 7', since: '2024-06', withoutIndex: 'yum', tag: /^(?:centos)?7/ },
    { name: 'CentOS 8', since: '2021-12', withoutIndex: 'yum', tag: /^(?:(?:centos)?8|latest$)/ },
  ],
};

/** The last release of a language that is over, as its major and minor version, and the month of its end. */
const LAST_OVER: Readonly<Record<string, readonly [name: string, major: number, minor: number, since: string]>> = {
  node: ['Node.js', 18, 99, '2025-04'],
  python: ['Python', 3, 8, '2024-10'],
  ruby: ['Ruby', 3, 0, '2024-04'],
  php: ['PHP', 8, 0, '2023-11'],
};

const IMAGE = /^(?:docker\.io\/|public\.ecr\.aws\/docker\/)?(?:library\/)?(debian|ubuntu|centos|node|python|ruby|php|golang|buildpack-deps)(?::([\w.-]+))?(?:@sha256:\w+)?$/;

/** @param image as a Dockerfile names its base */
export function retiredImage(image: string): RetiredImage | undefined {
  const [, name, tag = 'latest'] = IMAGE.exec(image) ?? [];
  if (name === undefined) return undefined;
  const system = [...(RELEASES[name] ?? []), ...SYSTEMS].find((each) => each.tag.test(tag));
  return system ?? retiredLanguage(name, tag);
}

function retiredLanguage(image: string, tag: string): RetiredImage | undefined {
  const [language, lastMajor, lastMinor, since] = LAST_OVER[image] ?? [];
  const [, major, minor] = /^(\d{1,3})(?:\.(\d{1,3}))?(?![\w])/.exec(tag) ?? [];
  if (language === undefined || major === undefined) return undefined;
  // A major version alone is the newest of its line.
  const isOver = Number(major) < lastMajor! || (Number(major) === lastMajor && Number(minor ?? 99) <= lastMinor!);
  return isOver ? { name: `${language} ${minor === undefined ? major : `${major}.${minor}`}`, since: since! } : undefined;
}

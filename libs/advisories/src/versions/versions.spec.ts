import { type EcosystemName, versionsOf } from '../ecosystems';

/** Each list is in the order of its ecosystem; `=` joins versions that are the same one. */
const ORDERS: readonly [EcosystemName, readonly string[]][] = [
  [
    'npm',
    ['0', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-beta', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0=1.0.0+5', '1.2', '1.10.0'],
  ],
  [
    'Go',
    ['v0.0.0-20200101000000-abcdef123456', '0.1.0', 'v1.0.0=1.0.0', 'v1.0.1-0.20210101000000-abcdef123456', 'v1.0.1'],
  ],
  ['PyPI', ['1.0.dev1', '1.0a1.dev2', '1.0a1', '1.0b2', '1.0rc1', '1.0=1.0.0', '1.0.post1', '1.1', '2020.1', '1!0.5']],
  [
    'NuGet',
    [
      '1.0.0-Alpha=1.0.0-alpha',
      '1.0.0-alpha.2',
      '1.0.0-alpha.10',
      '1.0.0-beta',
      '1.0.0=1.0=1.0.0.0',
      '1.0.0.1',
      '1.10',
    ],
  ],
  ['RubyGems', ['1.0.0.alpha', '1.0.0.beta2', '1.0.0.rc1', '1.0=1.0.0', '1.0.0.1', '1.2', '1.10']],
  [
    'Packagist',
    [
      '1.0.0-dev',
      '1.0.0-alpha1',
      '1.0.0-beta1',
      '1.0.0-RC1',
      '1.0.0-rc2',
      'v1.0=1.0.0=1.0.0-stable=1.0.0+build5',
      '1.0.0-patch1',
      '1.0.1',
      '1.10',
    ],
  ],
  [
    'Maven',
    [
      '1-alpha-1=1-a1',
      '1-beta-1',
      '1-milestone-1=1-m1',
      '1-rc-1=1-cr1=1.0.RC1=1.0.0-rc-1',
      '1-SNAPSHOT',
      '1=1.0=1-ga=1.0.0-final=1.0.Final=1.RELEASE',
      '1-sp',
      '1-abc=1.0.abc',
      '1-1',
      '1.1',
      '1.10',
    ],
  ],
  ['Debian', ['1.0~rc1-1', '1.0-1', '1.0-1+deb12u1', '1.0-1.1', '1.0-2', '1.0a-1', '1.0+b-1', '1.10-1', '1:0.1-1']],
  [
    'Alpine',
    [
      '1.0_alpha1-r0',
      '1.0_rc1-r0',
      '1.0-r0=1.0',
      '1.0-r1',
      '1.0-r10',
      '1.0_p1-r0',
      '1.0a-r0',
      '1.0.1-r0',
      '1.1-r0',
      '1.10-r0',
    ],
  ],
  [
    'Rocky Linux',
    [
      '1.0~rc1-1.el9',
      '1.0-1.el9',
      '1.0-1.el9_2',
      '1.0-2.el9',
      '1.0^git1-1.el9',
      '1.0.1-1.el9',
      '1.10-1.el9',
      '1:0.1-1.el9',
    ],
  ],
];

describe('the versions of', () => {
  it.each(ORDERS)('%s are in the order of the ecosystem', (ecosystem, ordered) => {
    const { compare, isVersion } = versionsOf(ecosystem);
    const ranked = ordered.flatMap((each, rank) => each.split('=').map((version) => ({ version, rank })));
    for (const { version } of ranked) expect([version, isVersion(version)]).toEqual([version, true]);
    for (const a of ranked)
      for (const b of ranked)
        expect([a.version, b.version, Math.sign(compare(a.version, b.version))]).toEqual([
          a.version,
          b.version,
          Math.sign(a.rank - b.rank),
        ]);
  });

  it.each(ORDERS.map(([ecosystem]) => ecosystem))('%s are no text of any other kind, however long', (ecosystem) => {
    const { isVersion } = versionsOf(ecosystem);
    for (const text of ['', 'git+https://host/x', 'not a version', '1.'.repeat(100_000)])
      expect(isVersion(text)).toBe(false);
  });
});

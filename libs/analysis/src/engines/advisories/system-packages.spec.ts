import { ecosystemOf, packagesIn } from './system-packages';

const release = (...lines: readonly string[]) => ecosystemOf({ release: lines.join('\n'), lists: [] });

describe('the packages of a system', () => {
  it.each([
    [['ID=debian', 'VERSION_ID="12"'], { name: 'Debian', release: '12' }],
    [['NAME="Alpine Linux"', 'ID=alpine', 'VERSION_ID=3.18.4'], { name: 'Alpine', release: 'v3.18' }],
    [['VERSION="22.04.3 LTS (x)"', 'ID=ubuntu', 'VERSION_ID="22.04"'], { name: 'Ubuntu', release: '22.04:LTS' }],
    [['VERSION="23.10 (x)"', 'ID=ubuntu', 'VERSION_ID="23.10"'], { name: 'Ubuntu', release: '23.10' }],
    [['ID="rocky"', 'VERSION_ID="9.3"'], { name: 'Rocky Linux', release: '9' }],
    [['ID="almalinux"', 'VERSION_ID="8.10"'], { name: 'AlmaLinux', release: '8' }],
    [['ID=debian', 'PRETTY_NAME="Debian sid"'], undefined],
    [['ID=other', 'VERSION_ID=1'], undefined],
    [[], undefined],
  ])('are those of the release that %j names', (lines, expected) => expect(release(...lines)).toEqual(expected));

  it('of dpkg are listed by source, also without dpkg, and what was removed is none', () =>
    expect(
      packagesIn({
        path: 'var/lib/dpkg/status',
        kind: 'dpkg',
        text: [
          'Package: libc6\nStatus: install ok installed\nSource: glibc (2.36-9)\nVersion: 2.36-9+b1',
          'Package: libc-bin\nStatus: install ok installed\nSource: glibc\nVersion: 2.36-9',
          'Package: gone\nStatus: deinstall ok config-files\nVersion: 1',
          'Package: tzdata\nVersion: 2024a-0\nDescription: of an image without dpkg',
          'Package: nothing',
        ].join('\n\n'),
      }),
    ).toEqual([
      { name: 'glibc', version: '2.36-9', installed: ['libc-bin', 'libc6'] },
      { name: 'tzdata', version: '2024a-0', installed: ['tzdata'] },
    ]));

  it('of rpm are listed by the source that they were built from', () =>
    expect(
      packagesIn({
        path: 'var/lib/rpm/rpmdb.sqlite',
        kind: 'rpm',
        text: [
          'Package: openssl-libs\nVersion: 1:3.0.7-27.el9\nSource: openssl-3.0.7-27.el9.src.rpm',
          'Package: openssl\nVersion: 1:3.0.7-27.el9\nSource: openssl-3.0.7-27.el9.src.rpm',
          'Package: bash\nVersion: 5.1.8-6.el9',
          'Version: 1',
        ].join('\n\n'),
      }),
    ).toEqual([
      { name: 'openssl', version: '1:3.0.7-27.el9', installed: ['openssl', 'openssl-libs'] },
      { name: 'bash', version: '5.1.8-6.el9', installed: ['bash'] },
    ]));

  it('of apk are listed by origin', () =>
    expect(
      packagesIn({
        path: 'lib/apk/db/installed',
        kind: 'apk',
        text: 'C:Q1x\nP:libcrypto3\nV:3.1.4-r1\no:openssl\n\nP:musl\nV:1.2.4-r2\n\nF:lib\n',
      }),
    ).toEqual([
      { name: 'openssl', version: '3.1.4-r1', installed: ['libcrypto3'] },
      { name: 'musl', version: '1.2.4-r2', installed: ['musl'] },
    ]));
});

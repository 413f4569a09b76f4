import { rpmDatabase, rpmHeader } from '../../../test/rpm-database';
import { readRpmDatabase } from './read-database';

const openssl = rpmHeader({
  name: 'openssl-libs',
  version: '3.0.7',
  release: '27.el9',
  epoch: 1,
  source: 'openssl-3.0.7-27.el9.src.rpm',
  requires: ['glibc', 'rpmlib(CompressedFileNames)', 'ca-certificates'],
});

describe('the database of rpm', () => {
  it('is read as one paragraph a package, without the keys of signatures', () => {
    const content = rpmDatabase([
      openssl,
      rpmHeader({ name: 'gpg-pubkey', version: '350d275d' }),
      rpmHeader({ name: 'bash', version: '5.1.8', release: '6.el9' }),
    ]);
    expect(readRpmDatabase(content)).toBe(
      [
        'Package: openssl-libs\nVersion: 1:3.0.7-27.el9\nArchitecture: x86_64\nLicense: MIT',
        'Source: openssl-3.0.7-27.el9.src.rpm\nRequires: glibc, ca-certificates\n',
        'Package: bash\nVersion: 5.1.8-6.el9\nArchitecture: x86_64\nLicense: MIT',
      ].join('\n'),
    );
  });

  it('makes no second package of a name with line breaks', () =>
    expect(readRpmDatabase(rpmDatabase([rpmHeader({ name: 'a\n\nPackage: b', version: '1' })]))).toMatch(
      /^Package: a {2}Package: b\nVersion: 1-1\n/,
    ));

  it.each([
    ['no database', Buffer.from('Berkeley DB')],
    ['a broken one', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4_096, 7)])],
    ['one without the table', rpmDatabase([], 'CREATE TABLE Name (key TEXT)')],
    ['one whose table is a view', rpmDatabase([], "CREATE VIEW Packages AS SELECT x'00' AS blob")],
    ['one that holds something else', rpmDatabase([Buffer.from('no header')])],
    ['one with a header that is cut off', rpmDatabase([openssl.subarray(0, 60)])],
    ['one with a header without a name', rpmDatabase([rpmHeader({ name: '', version: '1' })])],
  ])('is not read where it is %s', (_, content) => expect(readRpmDatabase(content)).toBeUndefined());

  it('is empty where nothing is installed', () => expect(readRpmDatabase(rpmDatabase([]))).toBe(''));
});

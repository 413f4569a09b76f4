import { readFileSync } from 'node:fs';
import {
  COPYLEFT_USES,
  type Lockfile,
  NOTICES_FILE,
  READ_BY_HAND,
  isCopyleft,
  productionPackages,
  readLockfile,
  thirdPartyNotices,
  withoutKnownLicence,
} from '../scripts/third-party-notices';

const lockfile = readLockfile();
const packages = productionPackages(lockfile);
const lockOf = (entries: Lockfile['packages']): Lockfile => ({ packages: { '': { version: '0.1.0' }, ...entries } });

describe('THIRD_PARTY_NOTICES.md', () => {
  it('is what "npm run notices" writes from the lockfile', () => {
    expect(readFileSync(NOTICES_FILE, 'utf8')).toBe(thirdPartyNotices(lockfile));
  });

  it('names no address of a package registry', () => {
    expect(readFileSync(NOTICES_FILE, 'utf8')).not.toMatch(/https?:|registry\./);
  });
});

describe('the licences of production packages', () => {
  it('are all known', () => {
    expect(withoutKnownLicence(packages)).toEqual([]);
  });

  it('come with a use where they ask for more than a notice', () => {
    const copyleft = packages.filter(({ licence }) => isCopyleft(licence!)).map(({ name }) => name);
    expect(new Set(copyleft)).toEqual(new Set(Object.keys(COPYLEFT_USES)));
  });

  it('were read by hand only of packages that are installed', () => {
    const installed = new Set(packages.map(({ name, version }) => `${name}@${version}`));
    expect(Object.keys(READ_BY_HAND).filter((key) => !installed.has(key))).toEqual([]);
  });
});

describe('productionPackages', () => {
  it('leaves out what only development needs, and keeps what both need', () => {
    const found = productionPackages(
      lockOf({
        'node_modules/only-dev': { version: '1.0.0', license: 'MIT', dev: true },
        'node_modules/both': { version: '1.0.0', license: 'MIT' },
      }),
    );
    expect(found.map(({ name }) => name)).toEqual(['both']);
  });

  it('lists a package that is installed twice once for each version, under the name that it is published by', () => {
    const found = productionPackages(
      lockOf({
        'node_modules/b/node_modules/a': { version: '1.0.0', license: 'MIT' },
        'node_modules/alias': { name: 'a', version: '2.0.0', license: 'ISC' },
        'node_modules/a': { version: '1.0.0', license: 'MIT' },
      }),
    );
    expect(found).toEqual([
      { name: 'a', version: '1.0.0', licence: 'MIT' },
      { name: 'a', version: '2.0.0', licence: 'ISC' },
    ]);
  });

  it.each([
    ['(MIT OR CC0-1.0)', 'MIT OR CC0-1.0'],
    ['CC BY-SA 4.0', 'CC-BY-SA-4.0'],
    [['MIT', 'Apache2'], 'MIT OR Apache2'],
    [undefined, undefined],
  ])('reads the licence %j as %j', (license, licence) => {
    expect(productionPackages(lockOf({ 'node_modules/a': { version: '1.0.0', license } }))[0]).toMatchObject({
      licence,
    });
  });
});

describe('withoutKnownLicence', () => {
  it.each([undefined, 'SEE LICENSE IN LICENSE.txt', 'MIT AND Proprietary', 'AGPL-3.0-only'])('lists %j', (licence) => {
    const unknown = { name: 'a', version: '1.0.0', licence };
    expect(withoutKnownLicence([unknown])).toEqual([unknown]);
  });
});

describe('isCopyleft', () => {
  it.each([
    ['MPL-2.0', true],
    ['MIT AND MPL-2.0', true],
    ['MIT OR LGPL-3.0-only', false],
    ['Apache-2.0', false],
  ])('says of %s: %s', (licence, expected) => {
    expect(isCopyleft(licence)).toBe(expected);
  });
});

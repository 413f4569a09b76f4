import type { ListedPackage } from '@assay/analysis';
import type { ListedPart } from '@assay/scanning';
import { problemsOf } from '../../../../test/support/schemas/validate-sbom';
import { cyclonedx } from './cyclonedx';
import { serialOf } from './documents';
import { InventoryBuilder } from './inventory';
import { spdx } from './spdx';

const listed = (name: string, version: string, more: Partial<ListedPackage> = {}): ListedPackage => ({
  key: `${name}@${version}`,
  name,
  version,
  line: 1,
  needs: [],
  isDirect: false,
  forDevelopment: false,
  ...more,
});
const NPM = { name: 'npm' } as const;
const LOCK: ListedPart = {
  place: 'web/package-lock.json',
  ecosystem: NPM,
  packages: [
    listed('@scope/app', '1.0.0', { isDirect: true, needs: ['pebble@3.1.4'], licence: 'MIT' }),
    listed('pebble', '3.1.4', { path: ['@scope/app', 'pebble'], licence: '(MIT OR Apache-2.0)', line: 9 }),
    listed('jest', '29.0.0', { isDirect: true, forDevelopment: true, licence: 'SEE LICENSE IN x.txt' }),
  ],
};

const inventoryOf = (...lists: readonly ListedPart[]) => {
  const builder = new InventoryBuilder();
  for (const each of lists) builder.add(each);
  return builder.build();
};
const facts = (inventory: ReturnType<typeof inventoryOf>, unread: { file: string; reason: string }[] = []) => ({
  name: 'web',
  assay: '0.1.0',
  timestamp: new Date('2026-01-31T12:00:00Z'),
  serial: serialOf('web', inventory),
  unread,
});
interface Bom {
  readonly serialNumber: string;
  readonly metadata: { readonly properties?: readonly { readonly name: string; readonly value: string }[] };
  readonly components: readonly {
    readonly purl: string;
    readonly scope: string;
    readonly licenses?: readonly unknown[];
    readonly properties: readonly { readonly name: string; readonly value: string }[];
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}
interface Spdx {
  readonly packages: readonly { readonly name: string; readonly licenseDeclared?: string; readonly SPDXID: string }[];
  readonly relationships: readonly { readonly relationshipType: string }[];
}
const bomOf = (...lists: readonly ListedPart[]) => {
  const inventory = inventoryOf(...lists);
  return JSON.parse(cyclonedx(inventory, facts(inventory))) as Bom;
};
const purls = (...lists: readonly ListedPart[]) => bomOf(...lists).components.map(({ purl }) => purl);

describe('the list of packages', () => {
  it.each([
    ['cyclonedx', cyclonedx],
    ['spdx', spdx],
  ] as const)('as %s is what the schema of the standard asks for', (form, write) => {
    const inventory = inventoryOf(LOCK, { place: 'go.mod', ecosystem: { name: 'Go' }, packages: [], leftOut: 'much' });
    const unread = [{ file: 'broken/yarn.lock', reason: 'no YAML' }];
    expect(problemsOf(form, JSON.parse(write(inventory, facts(inventory, unread))))).toEqual([]);
  });

  it.each([
    ['cyclonedx', 'bomFormat'],
    ['spdx', 'SPDXID'],
  ] as const)('is checked: a document of %s without %s does not pass', (form, field) => {
    const inventory = inventoryOf(LOCK);
    const write = form === 'spdx' ? spdx : cyclonedx;
    const document = JSON.parse(write(inventory, facts(inventory))) as Record<string, unknown>;
    delete document[field];
    expect(problemsOf(form, document)).not.toEqual([]);
  });

  it.each([cyclonedx, spdx])('is the same for parts in any order, told twice', (write) => {
    const [first, ...rest] = LOCK.packages;
    const parts = [
      { ...LOCK, packages: [first!] },
      { ...LOCK, packages: rest },
    ];
    const [one, other] = [inventoryOf(...parts), inventoryOf(...parts.toReversed(), parts[0]!)];
    expect(write(other, facts(other))).toBe(write(one, facts(one)));
  });

  it('has another serial number for other packages', () => {
    const more = { ...LOCK, packages: [...LOCK.packages, listed('new', '1.0.0')] };
    expect(bomOf(more).serialNumber).not.toBe(bomOf(LOCK).serialNumber);
  });

  it('says what the target asks for, what brings the rest in, and what only development needs', () => {
    const { dependencies, components } = bomOf(LOCK);
    expect(dependencies.find(({ ref }) => ref === 'target')?.dependsOn).toEqual([
      'pkg:npm/%40scope/app@1.0.0',
      'pkg:npm/jest@29.0.0',
    ]);
    expect(dependencies.find(({ ref }) => ref.includes('app'))?.dependsOn).toEqual(['pkg:npm/pebble@3.1.4']);
    expect(components.map(({ scope }) => scope)).toEqual(['required', 'excluded', 'required']);
    expect(components[2]!.properties).toEqual([
      { name: 'assay:found', value: 'web/package-lock.json:9' },
      { name: 'assay:path', value: 'web/package-lock.json:9 @scope/app > pebble' },
    ]);
  });

  it('has licences as identifiers, expressions and words', () => {
    expect(bomOf(LOCK).components.map(({ licenses }) => licenses)).toEqual([
      [{ license: { id: 'MIT' } }],
      [{ license: { name: 'SEE LICENSE IN x.txt' } }],
      [{ expression: '(MIT OR Apache-2.0)' }],
    ]);
    const inventory = inventoryOf(LOCK);
    const { packages } = JSON.parse(spdx(inventory, facts(inventory))) as Spdx;
    expect(packages.slice(1).map(({ licenseDeclared }) => licenseDeclared)).toEqual([
      'MIT',
      'NOASSERTION',
      '(MIT OR Apache-2.0)',
    ]);
  });

  it('names what lists leave out and what could not be read', () => {
    const inventory = inventoryOf({ ...LOCK, leftOut: '2 versions that another file decides' });
    const unread = [{ file: 'yarn.lock', reason: 'no YAML' }];
    const { metadata } = JSON.parse(cyclonedx(inventory, facts(inventory, unread))) as Bom;
    expect(metadata.properties).toEqual([
      { name: 'assay:incomplete', value: 'web/package-lock.json: 2 versions that another file decides' },
      { name: 'assay:incomplete', value: 'yarn.lock: no YAML' },
      { name: 'assay:list', value: 'web/package-lock.json' },
    ]);
  });

  it.each([
    ['PyPI', 'Zope.Interface', '5.0', 'pkg:pypi/zope.interface@5.0'],
    ['Maven', 'org.acme:tool', '1.0', 'pkg:maven/org.acme/tool@1.0'],
    ['Go', 'github.com/acme/tool', '1.2.3', 'pkg:golang/github.com/acme/tool@v1.2.3'],
    ['Packagist', 'acme/tool', '1.0', 'pkg:composer/acme/tool@1.0'],
    ['crates.io', 'serde', '1.0.0', 'pkg:cargo/serde@1.0.0'],
    ['RubyGems', 'rails', '7.0.0', 'pkg:gem/rails@7.0.0'],
    ['NuGet', 'Acme.Tool', '1.0.0', 'pkg:nuget/Acme.Tool@1.0.0'],
  ] as const)('names packages of %s as the world does', (name, of, version, purl) =>
    expect(purls({ place: 'lock', ecosystem: { name }, packages: [listed(of, version)] })).toEqual([purl]),
  );

  it('names packages of systems with their release, their source and what they are built for', () => {
    const openssl = listed('libssl3', '3.0.11-1', { architecture: 'amd64', builtFrom: 'openssl@3.0.11-1' });
    expect(purls({ place: 'status', ecosystem: { name: 'Debian', release: '12' }, packages: [openssl] })).toEqual([
      'pkg:deb/debian/libssl3@3.0.11-1?arch=amd64&distro=debian-12&upstream=openssl%403.0.11-1',
    ]);
    expect(
      purls({ place: 'db', ecosystem: { name: 'Alpine', release: 'v3.19' }, packages: [listed('musl', '1.2.4-r2')] }),
    ).toEqual(['pkg:apk/alpine/musl@1.2.4-r2?distro=alpine-3.19']);
    expect(
      purls({
        place: 'db',
        ecosystem: { name: 'Rocky Linux', release: '9' },
        packages: [listed('openssl', '1:3.0.7-27.el9')],
      }),
    ).toEqual(['pkg:rpm/rocky/openssl@3.0.7-27.el9?distro=rocky-9&epoch=1']);
  });

  it('counts a package whose name is none of its ecosystem as left out', () => {
    const inventory = inventoryOf({ place: 'lock', ecosystem: NPM, packages: [listed('', '1.0.0')] });
    expect(inventory.components).toEqual([]);
    expect(inventory.leftOut).toEqual([{ list: 'lock', reason: '1 of its names are none of its ecosystem' }]);
  });

  it('has two packages whose names differ in a character that ids may not have under two ids', () => {
    const inventory = inventoryOf({
      place: 'l',
      ecosystem: NPM,
      packages: [listed('a_b', '1.0.0'), listed('a-b', '1.0.0')],
    });
    const { packages } = JSON.parse(spdx(inventory, facts(inventory))) as Spdx;
    expect(new Set(packages.map(({ SPDXID }) => SPDXID)).size).toBe(3);
  });
});

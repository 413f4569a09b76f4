import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AdvisorySource, type EcosystemName, importAdvisories, openAdvisories } from '@assay/advisories';
import { systemClock } from '@assay/kernel';
import { HOLE_LOCKFILES } from '../../../test/hole-lockfiles';
import { WRITTEN, holeShapes } from '../../../test/hole-shapes';
import { holesOf } from './known-holes';
import { READERS } from './lockfiles';

const home = mkdtempSync(join(tmpdir(), 'assay-shapes-'));
const ecosystems = Object.keys(WRITTEN) as EcosystemName[];
let source: AdvisorySource;

beforeAll(async () => {
  mkdirSync(join(home, 'osv'));
  for (const document of ecosystems.flatMap((each) => holeShapes(each).flatMap(({ documents }) => documents)))
    writeFileSync(join(home, 'osv', `${(document as { id: string }).id}.json`), JSON.stringify(document));
  await importAdvisories({ path: join(home, 'osv'), folder: join(home, 'databases'), clock: systemClock });
  source = openAdvisories(join(home, 'databases'));
});
afterAll(() => {
  source.close();
  rmSync(home, { recursive: true });
});

/** The first advisory of a group represents it, and a finding names all aliases of the group. */
it.each(HOLE_LOCKFILES.map((each) => [each.kind, each.ecosystem, each] as const))(
  'a %s of %s has exactly the known holes, twenty of many shapes',
  (_, ecosystem, { file, lockfile }) => {
    const shapes = holeShapes(ecosystem);
    expect(shapes.flatMap(({ holes }) => holes)).toHaveLength(20);
    const text = lockfile(shapes.map(({ name, version }) => [name, version]));
    const reader = READERS.find(({ reads }) => reads(file, file))!;
    const findings = holesOf(reader.read(text), file, source);
    const found = findings.map(({ subject }) => subject!.replace('+incompatible', ''));
    const expected = shapes.flatMap(({ name, version, holes }) => holes.map((hole) => `${name}@${version} ${hole}`));
    expect(found.sort()).toEqual(expected.sort());
  },
);

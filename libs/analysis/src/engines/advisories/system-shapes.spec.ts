import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importAdvisories } from '@assay/advisories';
import { systemClock } from '@assay/kernel';
import { MADE_UP_SYSTEMS, listOf } from '../../../test/system-shapes';
import { findingsOfRecord } from '../../../test/advisories-engine';

const home = mkdtempSync(join(tmpdir(), 'assay-systems-'));
const advisories = join(home, 'databases');

beforeAll(async () => {
  mkdirSync(join(home, 'osv'));
  for (const document of MADE_UP_SYSTEMS.flatMap(({ shapes }) => shapes.flatMap(({ documents }) => documents)))
    writeFileSync(join(home, 'osv', `${(document as { id: string }).id}.json`), JSON.stringify(document));
  await importAdvisories({ path: join(home, 'osv'), folder: advisories, clock: systemClock });
});
afterAll(() => rmSync(home, { recursive: true }));

it.each(MADE_UP_SYSTEMS)('an image of $ecosystem has exactly the known holes', async (system) => {
  const { release, list, shapes } = system;
  expect(shapes.length).toBeGreaterThanOrEqual(20);
  const record = { release, lists: [{ ...list, text: listOf(system) }] };
  const found = await findingsOfRecord(record, { advisories, scratch: home });
  expect(found.sort()).toEqual(shapes.flatMap(({ holes }) => holes).sort());
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importAdvisories } from '@assay/advisories';
import { advisoryDatabases } from './doctor-advisories';

const home = mkdtempSync(join(tmpdir(), 'assay-doctor-'));
afterAll(() => rmSync(home, { recursive: true }));
const advisoriesDir = join(home, 'databases');
const on = (day: string) => advisoryDatabases({ advisoriesDir }, new Date(`${day}T12:00:00Z`));

describe('the databases of known holes', () => {
  it('are missed where there are none, with what brings them', () =>
    expect(on('2026-03-01')).toEqual([
      { name: 'databases of known holes', state: 'weaker', says: expect.stringContaining('assay advisories update') },
    ]));

  it('are told with their version and age, old ones with what brings the newest, and damaged ones apart', async () => {
    mkdirSync(join(home, 'osv'));
    const affected = [{ package: { ecosystem: 'npm', name: 'pebble' }, versions: ['1.0.0'] }];
    const document = { id: 'A-1', modified: '2026-02-28T00:00:00Z', affected };
    writeFileSync(join(home, 'osv/a.json'), JSON.stringify(document));
    const clock = { now: () => new Date('2026-03-01T00:00:00Z') };
    await importAdvisories({ path: join(home, 'osv'), folder: advisoriesDir, clock });
    expect(on('2026-03-01')).toEqual([
      {
        name: 'npm',
        state: 'ok',
        says: expect.stringMatching(/^version 2026-02-28-\w{12}, 1 advisory of 1 package, made today$/),
      },
    ]);
    expect(on('2026-03-31')).toMatchObject([{ state: 'ok', says: expect.stringContaining('30 days old') }]);
    writeFileSync(join(advisoriesDir, 'Go.advisories'), 'x');
    expect(on('2026-04-01')).toEqual([
      {
        name: 'npm',
        state: 'weaker',
        says: expect.stringMatching(/31 days old: assay advisories update --ecosystem "npm"/),
      },
      { name: 'Go', state: 'weaker', says: expect.stringMatching(/Go\.advisories cannot be read/) },
    ]);
  });
});

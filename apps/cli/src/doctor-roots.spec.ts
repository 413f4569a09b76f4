import { openSqliteEventStore } from '@assay/event-store';
import { readSettings } from '@assay/kernel';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { directoryRoots } from './doctor-roots';

describe('directory roots in assay doctor', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'assay-doctor-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const checks = async (...roots: string[]) =>
    directoryRoots(readSettings({ ASSAY_DATA_DIR: folder, ASSAY_DIRECTORY_ROOTS: roots.join(delimiter) }));
  const found = async (...ids: string[]) => {
    const events = await openSqliteEventStore({ file: join(folder, 'events.db'), brief: true });
    for (const organizationId of ids)
      await events.append(`organization-${organizationId}`, [
        { type: 'OrganizationCreated', data: { organizationId, name: 'one', tier: 'free', at: '2026-01-01' } },
      ]);
    await events.close();
  };

  it('say whose sessions may read them', async () => {
    await found('org_a');
    expect((await checks('/plain', 'org_a,org_b=/named', '*=/common')).map(({ state, says }) => [state, says])).toEqual(
      [
        ['ok', 'may be analysed by the only organization'],
        ['ok', 'may be analysed by org_a, org_b'],
        ['ok', 'may be analysed by all organizations'],
      ],
    );
  });

  it('are marked if they name nobody and there are several organizations', async () => {
    await found('org_a', 'org_b');
    expect(await checks('/plain', '*=/common')).toEqual([
      { name: '/plain', state: 'weaker', says: expect.stringMatching(/^may be analysed by nobody.*org_…=<path>/) },
      { name: '/common', state: 'ok', says: 'may be analysed by all organizations' },
    ]);
  });

  it('are told without a store, too', async () =>
    expect(await checks('/plain')).toMatchObject([{ state: 'ok', says: 'may be analysed by the only organization' }]));
});

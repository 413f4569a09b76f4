import { SetAsideReactions, openSqliteReadModelStore } from '@assay/read-models';
import { join } from 'node:path';
import { openCommandLine } from '../../../../test/support/command-line';

describe('what reactors have set aside', () => {
  const line = openCommandLine();
  const { folder, quickly } = line;
  const open = (readOnly = false) =>
    openSqliteReadModelStore({ file: join(folder, 'data', 'read-models.db'), readOnly });
  afterAll(() => line.remove());

  it('is nothing in a new store', async () => {
    await (await open()).close();
    expect(await quickly('reactors', 'list')).toMatchObject({ status: 0, output: 'No event is set aside.\n' });
    expect(await quickly('reactors', 'retry')).toMatchObject({ status: 0, output: 'No event is set aside.\n' });
  }, 60_000);

  it('is listed with its reason, and is tried again when that is asked for', async () => {
    const store = await open();
    const setAside = await SetAsideReactions.open(store);
    for (const [reactor, position] of [
      ['cancel-workflows', 7],
      ['cancel-workflows', 9],
      ['queue-sessions', 8],
    ] as const)
      await setAside.keep({
        reactor,
        position,
        event: {
          id: '0190a6e2-7b1e-7c4e-9d1a-5a4d1c1f0e55',
          stream: 'session-ses_1',
          revision: 3,
          position,
          type: 'ScanCancelRequested',
          data: {},
          metadata: {},
          recordedAt: '2026-11-01T00:00:00.000Z',
        },
        error: 'it was written by version 9.1.0',
        attempts: 8,
        triedAt: '2026-11-01T00:00:30.000Z',
        again: false,
      });
    // A running service has the store: looking on works, asking does not.
    const listed = await quickly('reactors', 'list');
    expect(listed.output.split('\n').slice(1, 4)).toEqual([
      expect.stringMatching(/^cancel-workflows\/7 .*ScanCancelRequested.*session-ses_1.*version 9\.1\.0/),
      expect.stringMatching(/^queue-sessions\/8 /),
      expect.stringMatching(/^cancel-workflows\/9 /),
    ]);
    expect(await quickly('reactors', 'retry')).toMatchObject({
      status: 3,
      errors: expect.stringContaining('is in use by another process'),
    });
    await store.close();
    expect(await quickly('reactors', 'retry', 'cancel-workflows/8')).toMatchObject({
      status: 3,
      errors: expect.stringContaining('no event is set aside as cancel-workflows/8'),
    });
    expect(await quickly('reactors', 'retry', 'cancel-workflows/9')).toMatchObject({
      status: 0,
      output: '1 event will be tried again when the service starts.\n',
    });
    expect(await quickly('reactors', 'retry', 'queue-sessions')).toMatchObject({ status: 0 });
    const json = await quickly('reactors', 'list', '--json');
    expect((JSON.parse(json.output) as { again: boolean }[]).map(({ again }) => again)).toEqual([false, true, true]);
  }, 60_000);
});

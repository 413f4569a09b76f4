import { readSettings } from '@assay/kernel';
import { openEventStore } from '@assay/platform';
import { upcasts } from '@assay/runtime';
import { temporaryFile } from '../../../libs/event-store/test/temporary-file';
import { type StandIn, startStandIn } from '../../../test/support/eventstoredb/server';
import { appendLimit } from './doctor-limits';

describe('the limit of an append in assay doctor', () => {
  let server: StandIn | undefined;
  afterEach(() => server?.close());

  const checksOf = (url: string) => appendLimit(readSettings({ ASSAY_EVENT_STORE_URL: url }));

  it('is tried, and nothing is written', async () => {
    server = await startStandIn({ file: temporaryFile() });
    const events = await openEventStore(readSettings({ ASSAY_EVENT_STORE_URL: server.url }), { upcasts });
    const before = await events.head();
    expect(await checksOf(server.url)).toEqual([
      { name: 'append limit', state: 'ok', says: 'the server takes 1048576 bytes at once' },
    ]);
    expect(await events.head()).toBe(before);
    await events.close();
  });

  it('is a problem where the server takes less, and says what to set', async () => {
    server = await startStandIn({ file: temporaryFile(), maxAppendSize: 500_000 });
    expect(await checksOf(server.url)).toEqual([
      {
        name: 'append limit',
        state: 'problem',
        says: expect.stringMatching(/at most 500000 bytes an append.*set MaxAppendSize to that or more$/),
      },
    ]);
  });

  it('is none of a file', async () => expect(await appendLimit(readSettings({}))).toEqual([]));
});

import type { EventStore } from '@assay/event-store';
import type { OpenStore } from '../contract';
import { happened, newStream, useStore } from '../events';

export function identityContract(open: OpenStore): void {
  const store = useStore(open);

  it('holds its own mark, and goes on to while it grows', async () => {
    const stream = newStream();
    const { position } = await store().append(stream, [happened(0), happened(1)]);
    const mark = await store().mark();
    expect(mark.position).toBeGreaterThanOrEqual(position);
    await store().append(stream, [happened(2)]);
    expect(await store().holds(mark.text)).toBe(true);
    expect(await store().holds((await store().mark()).text)).toBe(true);
  });

  it('holds a mark whose stream was truncated or deleted since', async () => {
    const stream = newStream();
    await store().append(stream, [happened(0), happened(1)]);
    const mark = await store().mark();
    await store().setStreamMetadata(stream, { truncateBefore: 9 });
    expect(await store().holds(mark.text)).toBe(true);
    await store().deleteStream(stream);
    expect(await store().holds(mark.text)).toBe(true);
  });

  it('gives the mark of the same log to whoever opens it', async () => {
    await store().append(newStream(), [happened(0)]);
    const { text } = await store().mark();
    const other = await open();
    try {
      expect(await other.holds(text)).toBe(await isSameLog(store(), other));
    } finally {
      await other.close();
    }
  });

  it.each(['', 'null', '{}', '[]', '["another log"]', '["another log",1,"s",0,"id",0]', 'no JSON'])(
    'does not hold %j',
    async (mark) => {
      await store().append(newStream(), [happened(0)]);
      expect(await store().holds(mark)).toBe(false);
    },
  );
}

/** A suite's stores may be on one server, or each on a file of its own. */
async function isSameLog(one: EventStore, other: EventStore): Promise<boolean> {
  const stream = newStream('same-log');
  await one.append(stream, [happened(0)]);
  for await (const _ of other.readStream(stream)) return true;
  return false;
}

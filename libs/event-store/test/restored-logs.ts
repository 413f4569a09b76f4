import { expect, it } from '@jest/globals';
import type { EventStore } from '@assay/event-store';
import { happened, newStream } from './events';

/** A log, and what makes another of its state at a moment: a backup that is put back, perhaps much later. */
export interface Restorable {
  readonly store: EventStore;
  /** Copies what is there now. Gives how to open the copy in place of the log, which is closed by then. */
  backup(): Promise<() => Promise<EventStore>>;
}

/** How a restored log is recognised, on any adapter whose files a test can copy. */
export function restoredLogs(open: () => Promise<Restorable>): void {
  it('holds the mark of its time after a restore, and none that was taken later', async () => {
    const { store, backup } = await open();
    await store.append(newStream(), [happened(0)]);
    const before = await store.mark();
    const restore = await backup();
    await store.append(newStream(), [happened(1)]);
    const after = await store.mark();
    await store.close();
    const restored = await restore();
    expect([await restored.holds(before.text), await restored.holds(after.text)]).toEqual([true, false]);
    await restored.close();
  });

  it('is told from what it was even with events of the same ids at the same places', async () => {
    const { store, backup } = await open();
    await store.append(newStream(), [happened(0)]);
    const restore = await backup();
    const [lost, again] = [newStream(), { ...happened(2), id: '0190a6e2-7b1e-7c4e-9d1a-5a4d1c1f0e55' }];
    await store.append(lost, [happened(1)]);
    await store.append('contract-again', [again]);
    const mark = await store.mark();
    await store.close();
    const restored = await restore();
    await restored.append(lost, [happened(1)]);
    await restored.append('contract-again', [again]);
    for (let n = 0; n < 9; n += 1) await restored.append(newStream(), [happened(n)]);
    expect((await restored.mark()).position).toBeGreaterThan(mark.position);
    expect(await restored.holds(mark.text)).toBe(false);
    await restored.close();
  });
}

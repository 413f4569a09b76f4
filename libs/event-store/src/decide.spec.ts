import { type Fact, refused } from '@assay/kernel';
import { temporaryFile } from '../test/temporary-file';
import { collect, newStream, upTo, useStore } from '../test/events';
import { decide, load } from './decide';
import { WrongExpectedRevision } from './errors';
import type { EventStore } from './event-store';
import { openSqliteEventStore } from './sqlite/sqlite-event-store';

type Added = Fact<'Added', { by: number }>;
const added = (by: number): Added => ({ type: 'Added', data: { by } });
const sum = { initial: 0, evolve: (total: number, event: Added) => total + event.data.by };

describe('decide', () => {
  const store = useStore(() => openSqliteEventStore({ file: temporaryFile() }));

  it('decides from the initial state when there is no stream yet', async () => {
    const stream = newStream();
    const decided = await decide(store(), stream, sum, (total) => [added(total + 1), added(total + 2)]);
    expect(decided).toEqual({ events: [added(1), added(2)], state: 3, revision: 1, position: expect.any(Number) });
    expect(await load(store(), stream, sum)).toEqual({ state: 3, revision: 1, position: expect.any(Number) });
  });

  it('decides from what happened before', async () => {
    const stream = newStream();
    await decide(store(), stream, sum, () => [added(5)]);
    expect(await decide(store(), stream, sum, (total) => [added(total * 2)])).toMatchObject({ state: 15, revision: 1 });
  });

  it('goes on from what is known of the stream, and reads only what came after it', async () => {
    const stream = newStream();
    const known = await decide(store(), stream, sum, () => [added(5)]);
    await decide(store(), stream, sum, () => [added(1)]);
    expect(await load(store(), stream, sum, { ...known, state: 100 })).toEqual({
      state: 101,
      revision: 1,
      position: expect.any(Number),
    });
    expect(
      await decide(store(), stream, sum, (total) => [added(total)], { known: { ...known, state: 100 } }),
    ).toMatchObject({ state: 202, revision: 2 });
  });

  it('reads nothing where what is known is the newest, but before it appends nothing or refuses', async () => {
    const stream = newStream();
    const known = await decide(store(), stream, sum, () => [added(5)]);
    const reads = jest.spyOn(store(), 'readStream');
    const next = await decide(store(), stream, sum, (total) => [added(total)], { known });
    expect(next).toMatchObject({ state: 10, revision: 1 });
    expect(reads).not.toHaveBeenCalled();
    const unlessTen = (total: number) => (total === 10 ? [] : refused('CONFLICT', 'no'));
    expect(await decide(store(), stream, sum, unlessTen, { known })).toMatchObject({ state: 10, events: [] });
    expect(reads).toHaveBeenCalledTimes(1);
    await expect(decide(store(), stream, sum, () => refused('CONFLICT', 'no'), { known })).rejects.toMatchObject({
      refusal: { code: 'CONFLICT' },
    });
    reads.mockRestore();
  });

  it('trusts nothing that was known once a race is lost: the stream may have been deleted', async () => {
    const stream = newStream();
    const known = await decide(store(), stream, sum, () => [added(5)]);
    await store().append(stream, [added(1)]);
    await store().deleteStream(stream);
    const seen: number[] = [];
    await decide(
      store(),
      stream,
      sum,
      (total) => {
        seen.push(total);
        return [added(7)];
      },
      { known },
    );
    expect(seen).toEqual([5, 5, 0]);
  });

  it('appends nothing for an empty answer', async () => {
    const stream = newStream();
    expect(await decide(store(), stream, sum, () => [])).toEqual({
      events: [],
      state: 0,
      revision: -1,
      position: undefined,
    });
    expect(await collect(store().readStream(stream))).toEqual([]);
  });

  it('throws what the decision throws, and appends nothing', async () => {
    const stream = newStream();
    await expect(decide(store(), stream, sum, () => refused('CONFLICT', 'no'))).rejects.toMatchObject({
      refusal: { code: 'CONFLICT' },
    });
    expect(await collect(store().readStream(stream))).toEqual([]);
  });

  it('decides again from the newer state when somebody else was first', async () => {
    const stream = newStream();
    const seen: number[] = [];
    const rivals = [10, 100];
    const racing = overtaken(store(), stream, rivals);
    const decided = await decide(racing, stream, sum, (total) => {
      seen.push(total);
      return [added(total + 1)];
    });
    expect(seen).toEqual([0, 10, 110]);
    expect(decided).toMatchObject({ events: [added(111)], state: 221, revision: 2 });
  });

  it('gives up after 50 lost races', async () => {
    const stream = newStream();
    let decisions = 0;
    const racing = overtaken(store(), stream, upTo(60));
    await expect(decide(racing, stream, sum, () => ((decisions += 1), [added(1)]))).rejects.toThrow(
      WrongExpectedRevision,
    );
    expect(decisions).toBe(51);
  });

  it('appends the events of one key once, also when the first try was not heard of', async () => {
    const stream = newStream();
    const once = { key: 'charge/ses_1' };
    const first = await decide(store(), stream, sum, () => [added(1), added(2)], once);
    const again = await decide(store(), stream, sum, () => [added(1), added(2)], once);
    expect(again).toMatchObject({ revision: first.revision, position: first.position });
    expect(await load(store(), stream, sum)).toEqual({ state: 3, revision: 1, position: expect.any(Number) });
    await decide(store(), stream, sum, () => [added(1)], { key: 'charge/ses_2' });
    expect(await load(store(), stream, sum)).toEqual({ state: 4, revision: 2, position: expect.any(Number) });
  });

  it('writes the metadata with every event', async () => {
    const stream = newStream();
    await decide(store(), stream, sum, () => [added(1), added(2)], {
      metadata: { actor: 'key_1', correlationId: 'c' },
    });
    expect((await collect(store().readStream(stream))).map(({ metadata }) => metadata)).toEqual([
      { actor: 'key_1', correlationId: 'c' },
      { actor: 'key_1', correlationId: 'c' },
    ]);
  });

  it('begins anew on a deleted stream, whose revisions go on', async () => {
    const stream = newStream();
    await decide(store(), stream, sum, () => [added(1)]);
    await store().deleteStream(stream);
    expect(await decide(store(), stream, sum, (total) => [added(total + 7)])).toMatchObject({ state: 7, revision: 1 });
  });
});

/** The store, but before each append to the stream a rival appends the next of its amounts. */
function overtaken(store: EventStore, stream: string, rivals: readonly number[]): EventStore {
  const left = [...rivals];
  return new Proxy(store, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property, target);
      if (typeof member !== 'function') return member;
      if (property !== 'append') return member.bind(target) as unknown;
      return async (...append: Parameters<EventStore['append']>) => {
        const rival = left.shift();
        if (rival !== undefined) await target.append(stream, [added(rival)]);
        return target.append(...append);
      };
    },
  });
}

import { type EventStore, EventStoreUnavailable, openSqliteEventStore } from '@assay/event-store';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FindingsDeleted, type TriageDeleted, findingsStream, triageStream } from '../src';
import {
  DeleteFindings,
  DeleteFindingsHandler,
  DeleteTriage,
  DeleteTriageHandler,
} from '../src/commands/delete-findings/delete-findings';
import { finding, recorded } from './recorded';

const FINDINGS = 5_000;
const BATCH = 1_000;
const STREAM = findingsStream('ses_1');
const TRIAGE = triageStream('prj_1');

describe('deleting what a project had', () => {
  let folder: string;
  let events: EventStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-delete-'));
    events = await openSqliteEventStore({ file: join(folder, 'events.db'), brief: true });
  });
  afterEach(async () => {
    await events.close();
    await rm(folder, { recursive: true });
  });

  /** The store of a process that dies at its n-th write: before it is made, or once it is. */
  const dyingAt = (write: number, when: 'before' | 'after'): EventStore => {
    let writes = 0;
    return new Proxy(events, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== 'function') return member;
        if (name !== 'append' && name !== 'setStreamMetadata' && name !== 'deleteStream') return member.bind(target);
        return async (...parameters: unknown[]) => {
          writes += 1;
          if (writes === write && when === 'before') throw new EventStoreUnavailable('the process died');
          const result: unknown = await member.apply(target, parameters);
          if (writes === write) throw new EventStoreUnavailable('the process died');
          return result;
        };
      },
    });
  };
  const record = async () => {
    const ids = Array.from({ length: FINDINGS }, (_, index) => `fnd_${index}`);
    const batches = Array.from({ length: FINDINGS / BATCH }, (_, batch) =>
      recorded(
        'eslint',
        ...ids.slice(batch * BATCH, (batch + 1) * BATCH).map((id) => finding(id, { group: `of ${id}` })),
      ),
    );
    await events.append(STREAM, batches.slice(0, 2));
    await events.append(STREAM, batches.slice(2, 4));
    await events.append(STREAM, [
      ...batches.slice(4),
      { type: 'FindingsClosed', data: { sessionId: 'ses_1', at: '2026-11-01T10:00:00.000Z' } },
    ]);
    return ids;
  };
  const logged = async <Event extends FindingsDeleted | TriageDeleted>(type: Event['type']) => {
    const found: Event['data'][] = [];
    for await (const { data } of events.readAll<Event>({ filter: { types: [type] } })) found.push(data);
    return found;
  };
  const left = async (stream: string) => {
    const types = [];
    for await (const { type } of events.readStream(stream)) types.push(type);
    return types;
  };
  const deleteFindings = (store: EventStore) =>
    new DeleteFindingsHandler(store).execute(new DeleteFindings({ sessionId: 'ses_1' }));

  it('names each finding once, in batches, and leaves the last of these facts alone', async () => {
    const ids = await record();
    await deleteFindings(events);
    const batches = await logged<FindingsDeleted>('FindingsDeleted');
    expect(batches.map(({ findings }) => findings.length)).toEqual([2_000, 2_000, 1_000]);
    expect(batches.flatMap(({ findings }) => findings)).toEqual(ids);
    expect(await left(STREAM)).toEqual(['FindingsDeleted']);
    await deleteFindings(events);
    expect(await logged<FindingsDeleted>('FindingsDeleted')).toHaveLength(3);
    expect(await left(STREAM)).toEqual(['FindingsDeleted']);
  });

  it.each([1, 2, 3, 4].flatMap((write) => [[write, 'before'] as const, [write, 'after'] as const]))(
    'goes on where a process died at write %i, %s it was made',
    async (write, when) => {
      const ids = await record();
      await expect(deleteFindings(dyingAt(write, when))).rejects.toThrow('the process died');
      await deleteFindings(events);
      const batches = await logged<FindingsDeleted>('FindingsDeleted');
      expect(batches.flatMap(({ findings }) => findings)).toEqual(ids);
      expect(await left(STREAM)).toEqual(['FindingsDeleted']);
    },
  );

  it('reads on from the last batch and holds one batch, however many findings there are', async () => {
    await record();
    await expect(deleteFindings(dyingAt(2, 'after'))).rejects.toThrow('the process died');
    let read = 0;
    const counting = new Proxy(events, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown;
        if (name === 'readStream')
          return async function* (...parameters: Parameters<EventStore['readStream']>) {
            for await (const event of target.readStream(...parameters)) {
              read += 1;
              yield event;
            }
          };
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    await deleteFindings(counting);
    // The newest, a batch that was not named, the close and the two facts, the oldest.
    expect(read).toBe(1 + 1 + 1 + 2 + 1);
  });

  it('does the same for what people decided, also about what they decide meanwhile', async () => {
    const changed = (fingerprint: string) => ({
      type: 'FindingStatusChanged',
      data: {
        fingerprint,
        organizationId: 'org_1',
        from: 'open',
        to: 'resolved',
        note: null,
        by: 'key_1',
        at: '2026-11-01T10:00:00.000Z',
      },
    });
    const prints = Array.from({ length: 2_500 }, (_, index) => `print ${index}`);
    await events.append(TRIAGE, prints.map(changed));
    let isFirst = true;
    const interrupted = new Proxy(events, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown;
        if (name === 'deleteStream')
          return async (...parameters: Parameters<EventStore['deleteStream']>) => {
            if (isFirst) await target.append(TRIAGE, [changed('print of meanwhile')]);
            isFirst = false;
            return target.deleteStream(...parameters);
          };
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const execute = (store: EventStore) => new DeleteTriageHandler(store).execute(new DeleteTriage({ scope: 'prj_1' }));
    await expect(execute(dyingAt(1, 'after'))).rejects.toThrow('the process died');
    await execute(interrupted);
    const named = (await logged<TriageDeleted>('TriageDeleted')).flatMap(({ fingerprints }) => fingerprints);
    expect(new Set(named)).toEqual(new Set([...prints, 'print of meanwhile']));
    expect(await left(TRIAGE)).toEqual([]);
    await execute(events);
    expect(await left(TRIAGE)).toEqual([]);
  });
});

import { type EventStore, openSqliteEventStore } from '@assay/event-store';
import { temporaryFile } from '../../../event-store/test/temporary-file';
import { IdempotencyRecords, type Reservation } from './idempotency-records';

const NOW = new Date('2026-11-05T10:00:00.000Z');
const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const HOUR = 3_600_000;
const answer = { status: 201, body: { id: 'prj_1' } };

function reserved(reservation: Reservation): Extract<Reservation, { kind: 'reserved' }> {
  if (reservation.kind !== 'reserved') throw new Error(`expected a reservation, got ${reservation.kind}`);
  return reservation;
}

describe('requests with an Idempotency-Key', () => {
  let file: string;
  let events: EventStore;
  beforeEach(async () => {
    file = temporaryFile();
    events = await openSqliteEventStore({ file, brief: true });
  });
  afterEach(() => events.close());
  const recordsOn = (eventStoreUrl: string) => new IdempotencyRecords(events, { eventStoreUrl }, { now: () => NOW });
  const embedded = () => recordsOn('sqlite:events.db');
  const distributed = () => recordsOn('esdb://localhost:2113');
  const length = async (stream: string) => {
    let count = 0;
    for await (const _ of events.readStream(stream)) count += 1;
    return count;
  };

  /** The process dies: what it held in memory is gone, and so are the read models, which nobody asks. */
  const restart = async () => {
    await events.close();
    events = await openSqliteEventStore({ file, brief: true });
  };

  it('are answered again after the process and the read models are gone', async () => {
    await reserved(await embedded().reserve('a', 'body', NOW)).keep(answer);
    await restart();
    expect(await embedded().reserve('a', 'body', later(HOUR))).toEqual({ kind: 'answered', answer, bodyHash: 'body' });
    expect(await embedded().reserve('a', 'another', later(HOUR))).toEqual({ kind: 'mismatch' });
  });

  it('run again at once, and with the same seed, when the process died before it answered', async () => {
    const { seed } = reserved(await embedded().reserve('a', 'body', NOW));
    await restart();
    expect(reserved(await embedded().reserve('a', 'body', later(1))).seed).toBe(seed);
  });

  it('run again 8 s after the last sign of the process that was at it', async () => {
    const { seed } = reserved(await distributed().reserve('a', 'body', NOW));
    const other = distributed();
    expect(await other.reserve('a', 'body', later(8_000))).toEqual({ kind: 'in-progress' });
    expect(reserved(await other.reserve('a', 'body', later(8_001))).seed).toBe(seed);
    // Who took it over has it for as long, although it was asked first long ago.
    expect(await distributed().reserve('a', 'body', later(16_001))).toEqual({ kind: 'in-progress' });
    expect(reserved(await distributed().reserve('a', 'body', later(16_002))).seed).toBe(seed);
  });

  it('are not taken over from a process that is still at it, however long that takes', async () => {
    const [slow, other] = [distributed(), distributed()];
    const request = reserved(await slow.reserve('a', 'body', NOW));
    for (let seconds = 1; seconds <= 60; seconds += 1) {
      await slow.giveSigns(later(seconds * 1_000));
      expect(await other.reserve('a', 'body', later(seconds * 1_000 + 900))).toEqual({ kind: 'in-progress' });
    }
    await request.keep(answer);
    await slow.giveSigns(later(70_000));
    expect(await other.reserve('a', 'body', later(70_000))).toMatchObject({ kind: 'answered', answer });
    // The reservation, a sign every two seconds, and the answer.
    expect(await length('idempotency-a')).toBe(32);
  });

  it('keep their answer where it comes in the moment of a sign', async () => {
    const [slow, other] = [distributed(), distributed()];
    const request = reserved(await slow.reserve('a', 'body', NOW));
    await Promise.all([slow.giveSigns(later(2_000)), request.keep(answer), slow.giveSigns(later(4_000))]);
    expect(await other.reserve('a', 'body', later(5_000))).toMatchObject({ kind: 'answered', answer });
    expect(await length('idempotency-a')).toBe(3);
  });

  it('need no sign where they are short', async () => {
    const records = distributed();
    const request = reserved(await records.reserve('a', 'body', NOW));
    await records.giveSigns(later(1_999));
    await request.keep(answer);
    expect(await length('idempotency-a')).toBe(2);
  });

  it('get no more signs of a process from which another one took them over', async () => {
    const [slow, other] = [distributed(), distributed()];
    reserved(await slow.reserve('a', 'body', NOW));
    await reserved(await other.reserve('a', 'body', later(9_000))).keep(answer);
    for (const at of [10_000, 20_000]) await slow.giveSigns(later(at));
    expect(await other.reserve('a', 'body', later(20_000))).toMatchObject({ kind: 'answered', answer });
    expect(await length('idempotency-a')).toBe(3);
  });

  it('of an earlier release, which gives no signs, run again after a minute', async () => {
    await events.append('idempotency-a', [
      { type: 'RequestReserved', data: { bodyHash: 'body', at: NOW.toISOString(), owner: 'another' } },
    ]);
    const records = distributed();
    expect(await records.reserve('a', 'body', later(60_000))).toEqual({ kind: 'in-progress' });
    expect(await records.reserve('a', 'body', later(60_001))).toMatchObject({ kind: 'reserved' });
  });

  it('are one for all that ask at the same time, in one process or several', async () => {
    const [one, other] = [distributed(), distributed()];
    const answers = await Promise.all([one, one, other, other].map((records) => records.reserve('a', 'body', NOW)));
    expect(answers.map(({ kind }) => kind).sort()).toEqual(['in-progress', 'in-progress', 'in-progress', 'reserved']);
  });

  it('keep the answer of the process that took over from one that was thought dead', async () => {
    const slow = reserved(await distributed().reserve('a', 'body', NOW));
    const other = distributed();
    await reserved(await other.reserve('a', 'body', later(61_000))).keep(answer);
    await slow.keep({ status: 503 });
    expect(await other.reserve('a', 'body', later(62_000))).toMatchObject({ kind: 'answered', answer });
  });

  it('that did nothing may carry another body', async () => {
    const records = embedded();
    const first = reserved(await records.reserve('a', 'body', NOW));
    await first.release();
    const same = reserved(await records.reserve('a', 'body', later(1)));
    expect(same.seed).toBe(first.seed);
    await same.release();
    expect(reserved(await records.reserve('a', 'another', later(2))).seed).not.toBe(first.seed);
  });

  it('are recognised by a body that was known only afterwards', async () => {
    const records = embedded();
    await reserved(await records.reserve('a', null, NOW)).keep(answer, 'uploaded');
    expect(await records.reserve('a', null, later(1))).toEqual({ kind: 'answered', answer, bodyHash: 'uploaded' });
  });

  it('are new ones after 24 hours, and forgotten', async () => {
    const first = reserved(await embedded().reserve('a', 'body', NOW));
    await first.keep(answer);
    await reserved(await embedded().reserve('b', 'body', later(HOUR))).keep(answer);
    const again = reserved(await embedded().reserve('a', 'body', later(24 * HOUR)));
    expect(again.seed).not.toBe(first.seed);
    await again.keep(answer);
    await embedded().reserve('c', 'body', later(25 * HOUR + 1));
    expect([await length('idempotency-a'), await length('idempotency-b')]).toEqual([4, 0]);
    // The key whose stream was deleted is free for another request.
    expect(await embedded().reserve('b', 'another', later(25 * HOUR + 2))).toMatchObject({ kind: 'reserved' });
  });
});

import { randomUUID } from 'node:crypto';
import type { EventLog, ProposedEvent } from './log';

export type Expected = number | 'any' | 'no-stream' | 'stream-exists';

export type Outcome =
  | { readonly kind: 'written'; readonly revision: number; readonly position: number }
  | { readonly kind: 'wrong-version'; readonly current: number }
  | { readonly kind: 'deleted' };

/** $tb of a soft-deleted stream. */
const ALL_DELETED = 2n ** 63n - 1n;

const metastreamOf = (stream: string): string => `$$${stream}`;

/** The readable part of a stream, by its metadata. */
export function readableFrom(
  log: EventLog,
  stream: string,
): { readonly first: number; readonly isSoftDeleted: boolean } {
  const { truncateBefore, maxCount } = metadataOf(log, stream);
  const last = log.lastRevision(stream);
  if (truncateBefore === ALL_DELETED) return { first: last + 1, isSoftDeleted: true };
  return {
    first: Math.max(Number(truncateBefore), maxCount === undefined ? 0 : last - maxCount + 1),
    isSoftDeleted: false,
  };
}

function metadataOf(log: EventLog, stream: string): { truncateBefore: bigint; maxCount: number | undefined } {
  const text = log.newest(metastreamOf(stream))?.data.toString() ?? '{}';
  // JSON.parse would round 2^63 - 1.
  const truncateBefore = BigInt(/"\$tb":\s*(\d+)/.exec(text)?.[1] ?? 0);
  return { truncateBefore, maxCount: (JSON.parse(text) as { $maxCount?: number }).$maxCount };
}

/**
 * Decides whether an append happens, by the rules of the real server, except for its memory of ids. If any revision (or
 * any existing stream) is expected, the real server compares with the ids that it happens to remember, here with all
 * recent ones; if a revision is expected, with the ids right after it. If the stream is exactly as expected, it
 * compares nothing, so that an id can be written twice.
 */
export function append(log: EventLog, stream: string, events: readonly ProposedEvent[], expected: Expected): Outcome {
  if (log.isTombstoned(stream)) return { kind: 'deleted' };
  const current = log.lastRevision(stream);
  const { isSoftDeleted } = readableFrom(log, stream);
  if (expected === 'stream-exists') {
    if (isSoftDeleted) return { kind: 'deleted' };
    if (current < 0 && log.lastRevision(metastreamOf(stream)) < 0) return { kind: 'wrong-version', current };
  }
  if (expected === 'any' || expected === 'stream-exists') {
    const known = events.map(({ id }) => log.withId(stream, id));
    if (known[0] === undefined) return write(log, stream, events, isSoftDeleted);
    return known.includes(undefined) ? { kind: 'wrong-version', current } : { kind: 'written', ...known.at(-1)! };
  }
  const revision = expected === 'no-stream' ? -1 : expected;
  if (revision === current) return write(log, stream, events, isSoftDeleted);
  if (revision > current) return { kind: 'wrong-version', current };
  const there = events.map(({ id }, index) =>
    log.event(stream, revision + 1 + index)?.id === id ? log.event(stream, revision + 1 + index) : undefined,
  );
  if (there[0] === undefined && expected === 'no-stream' && isSoftDeleted) return write(log, stream, events, true);
  return there.includes(undefined) ? { kind: 'wrong-version', current } : { kind: 'written', ...there.at(-1)! };
}

/** An append to a soft-deleted stream brings it back, but earlier events stay hidden. */
function write(log: EventLog, stream: string, events: readonly ProposedEvent[], isSoftDeleted: boolean): Outcome {
  const first = log.lastRevision(stream) + 1;
  const { revision, position } = log.append(stream, events);
  if (isSoftDeleted) {
    const metadata = log
      .newest(metastreamOf(stream))!
      .data.toString()
      .replace(/"\$tb":\s*\d+/, `"$tb":${first}`);
    log.append(metastreamOf(stream), [metadataEvent(metadata)]);
  }
  return { kind: 'written', revision, position };
}

/** The server's own soft delete, which drops all other metadata. */
export function softDelete(log: EventLog, stream: string, expected: Expected): Outcome {
  const refused = refusal(log, stream, expected);
  if (refused) return refused;
  const { position } = log.append(metastreamOf(stream), [metadataEvent(`{"$tb":${ALL_DELETED}}`)]);
  return { kind: 'written', revision: log.lastRevision(stream), position };
}

export function tombstone(log: EventLog, stream: string, expected: Expected): Outcome {
  const refused = refusal(log, stream, expected);
  if (refused) return refused;
  const { revision, position } = log.append(stream, [{ ...metadataEvent('{}'), type: '$streamDeleted' }]);
  log.tombstone(stream);
  return { kind: 'written', revision, position };
}

function refusal(log: EventLog, stream: string, expected: Expected): Outcome | undefined {
  if (log.isTombstoned(stream)) return { kind: 'deleted' };
  const current = log.lastRevision(stream);
  const isMet =
    expected === 'any' ||
    (expected === 'stream-exists' ? current >= 0 : current === (expected === 'no-stream' ? -1 : expected));
  return isMet ? undefined : { kind: 'wrong-version', current };
}

const metadataEvent = (json: string): ProposedEvent => ({
  id: randomUUID(),
  type: '$metadata',
  contentType: 'application/json',
  data: Buffer.from(json),
  metadata: Buffer.alloc(0),
});

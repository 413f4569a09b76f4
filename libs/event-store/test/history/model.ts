import type { AppendResult, ExpectedRevision, StreamMetadata } from '@assay/event-store';

interface Stream {
  readonly ids: readonly string[];
  readonly deletedBefore: number;
  readonly metadata: StreamMetadata;
}

/** The port's promises in the simplest form there is: lists in memory. A revision is an index. */
export type ModelledStreams = ReadonlyMap<string, Stream>;

export type Outcome =
  | { readonly revision: AppendResult['revision']; readonly repeated: boolean }
  | 'done'
  | { readonly actual: number | 'no-stream' };
type Step = readonly [after: ModelledStreams, outcome: Outcome];

const unwritten: Stream = { ids: [], deletedBefore: 0, metadata: {} };

export function append(
  streams: ModelledStreams,
  name: string,
  ids: readonly string[],
  expected: ExpectedRevision,
): Step {
  const stream = streams.get(name) ?? unwritten;
  const first = stream.ids.indexOf(ids[0]!);
  if (first !== -1 && ids.every((id, n) => stream.ids[first + n] === id))
    return [streams, { revision: first + ids.length - 1, repeated: true }];
  if (!meets(stream, expected) || ids.some((id) => stream.ids.includes(id)))
    return [streams, { actual: actualOf(stream) }];
  const appended = { ...stream, ids: [...stream.ids, ...ids] };
  return [new Map(streams).set(name, appended), { revision: appended.ids.length - 1, repeated: false }];
}

export function remove(streams: ModelledStreams, name: string, expected: ExpectedRevision): Step {
  const stream = streams.get(name) ?? unwritten;
  if (!meets(stream, expected)) return [streams, { actual: actualOf(stream) }];
  return [new Map(streams).set(name, { ...stream, deletedBefore: stream.ids.length }), 'done'];
}

export function setMetadata(streams: ModelledStreams, name: string, metadata: StreamMetadata): Step {
  return [new Map(streams).set(name, { ...(streams.get(name) ?? unwritten), metadata }), 'done'];
}

/** The result of a read: revisions and ids. */
export function readable(streams: ModelledStreams, name: string): { revision: number; id: string }[] {
  const { ids, deletedBefore, metadata } = streams.get(name) ?? unwritten;
  const first = Math.max(deletedBefore, metadata.truncateBefore ?? 0);
  return ids.map((id, revision) => ({ revision, id })).slice(first);
}

const exists = (stream: Stream): boolean => stream.ids.length > stream.deletedBefore;
const actualOf = (stream: Stream): number | 'no-stream' => (exists(stream) ? stream.ids.length - 1 : 'no-stream');

function meets(stream: Stream, expected: ExpectedRevision): boolean {
  if (expected === 'any') return true;
  if (typeof expected === 'number') return stream.ids.length > 0 && stream.ids.length - 1 === expected;
  return exists(stream) === (expected === 'stream-exists');
}

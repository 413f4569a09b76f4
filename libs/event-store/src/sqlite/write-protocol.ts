import type { MessagePort } from 'node:worker_threads';
import type { AppendResult, ExpectedRevision } from '../event-store';
import type { EncodedEvent } from '../store-request';

/** A request of the main thread to the writing thread. */
export type WriteRequest =
  | {
      readonly kind: 'append';
      readonly stream: string;
      readonly expected: ExpectedRevision;
      readonly recordedAt: number;
      readonly events: readonly EncodedEvent[];
    }
  | { readonly kind: 'delete'; readonly stream: string; readonly expected: ExpectedRevision }
  | {
      readonly kind: 'set-metadata';
      readonly stream: string;
      readonly truncateBefore: number | null;
    };

/** The outcome of a request. `done` and `appended` are durable. */
export type WriteAnswer =
  | ({ readonly kind: 'appended' } & AppendResult)
  | { readonly kind: 'done' }
  | { readonly kind: 'wrong-revision'; readonly actual: number | 'no-stream' }
  /** SQLite's own code and words: nothing of the request was written. */
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

/** To the writing thread: requests in order, or the request to finish. */
export type ToWriter = { readonly requests: readonly PackedRequest[] } | 'close';

/**
 * From the writing thread: that it is ready or could not begin; the answers of one transaction, in the order of the
 * requests.
 */
export type FromWriter =
  | { readonly kind: 'ready' }
  | { readonly kind: 'not-ready'; readonly code: string; readonly message: string }
  | { readonly kind: 'answers'; readonly answers: readonly PackedAnswer[] };

export interface WriterThreadData {
  readonly file: string;
  /** A counter of posted messages: the thread sleeps on it while it has nothing to do. */
  readonly posted: Int32Array;
  /** Carries {@link ToWriter} one way and {@link FromWriter} the other. */
  readonly port: MessagePort;
}

type Append = Extract<WriteRequest, { kind: 'append' }>;
type Appended = Extract<WriteAnswer, { kind: 'appended' }>;

/**
 * The common case travels as a bare list: 64 appends cost 35 µs to post and receive so, 123 µs as objects, because a
 * structured clone writes and reads every key.
 */
type PackedAppend = readonly [
  stream: string,
  expected: ExpectedRevision,
  recordedAt: number,
  ...events: (string | null)[],
];
type PackedRequest = PackedAppend | Exclude<WriteRequest, Append>;
/** Revision and position are two numbers in a row; any other answer is itself. */
type PackedAnswer = number | WriteAnswer;

export function packRequest(request: WriteRequest): PackedRequest {
  if (request.kind !== 'append') return request;
  const packed: [string, ExpectedRevision, number, ...(string | null)[]] = [
    request.stream,
    request.expected,
    request.recordedAt,
  ];
  for (const { id, type, data, metadata } of request.events) packed.push(id, type, data, metadata);
  return packed;
}

export function unpackRequest(packed: PackedRequest): WriteRequest {
  if ('kind' in packed) return packed;
  const [stream, expected, recordedAt] = packed;
  const events: EncodedEvent[] = [];
  for (let at = 3; at < packed.length; at += 4) {
    const [id, type, data, metadata] = packed.slice(at, at + 4) as [string, string, string, string | null];
    events.push({ id, type, data, metadata });
  }
  return { kind: 'append', stream, expected, recordedAt, events };
}

export const packAnswers = (answers: readonly WriteAnswer[]): PackedAnswer[] =>
  answers.flatMap((answer): PackedAnswer[] => (isFirstAppend(answer) ? [answer.revision, answer.position] : [answer]));

export function unpackAnswers(packed: readonly PackedAnswer[]): WriteAnswer[] {
  const answers: WriteAnswer[] = [];
  for (let at = 0; at < packed.length; at += 1) {
    const item = packed[at]!;
    if (typeof item !== 'number') answers.push(item);
    else answers.push({ kind: 'appended', revision: item, position: packed[(at += 1)] as number, repeated: false });
  }
  return answers;
}

const isFirstAppend = (answer: WriteAnswer): answer is Appended => answer.kind === 'appended' && !answer.repeated;

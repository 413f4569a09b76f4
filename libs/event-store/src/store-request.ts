import { randomUUID } from 'node:crypto';
import { InvalidStoreRequest } from './errors';
import { MAX_APPEND_BYTES } from './event-store';
import type {
  EventFilter,
  ExpectedRevision,
  LogReadOptions,
  NewEvent,
  StreamMetadata,
  StreamReadOptions,
} from './event-store';
import { plainJson } from './plain-json';

/** An event as any adapter writes it: names checked, JSON encoded once. */
export interface EncodedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string | null;
}

const MAX_NAME_LENGTH = 512;
/**
 * The bytes that an event takes beside its data, its metadata and its type: ids and lengths, and room for a server to
 * change.
 */
const EVENT_OVERHEAD = 128;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** @throws InvalidStoreRequest */
export function checkName(what: 'stream' | 'event type', name: string): void {
  if (typeof name !== 'string' || name === '') throw new InvalidStoreRequest(`the ${what} has no name`);
  if (name.startsWith('$'))
    throw new InvalidStoreRequest(`the ${what} ${name} begins with $, which is kept for the store itself`);
  if (name.length > MAX_NAME_LENGTH)
    throw new InvalidStoreRequest(
      `the ${what} ${name.slice(0, 32)}… has ${name.length} characters, more than ${MAX_NAME_LENGTH}`,
    );
  if (!isWellFormed(name))
    throw new InvalidStoreRequest(`the ${what} ${JSON.stringify(name)} is not well-formed Unicode`);
}

/**
 * Node has it since 20, TypeScript's library for ES2023 does not name it. A lone surrogate has no UTF-8 and would come
 * back as another name.
 */
const isWellFormed = (text: string): boolean => (text as string & { isWellFormed(): boolean }).isWellFormed();

/**
 * @param release the name of the writing release, for each event's metadata
 * @throws InvalidStoreRequest when there are none, an id comes twice, or a store could not keep one intact
 */
export function encodeEvents(events: readonly NewEvent[], release?: string): EncodedEvent[] {
  if (events.length === 0)
    throw new InvalidStoreRequest('there are no events to append: deciding nothing is no append');
  const encoded = events.map((event) => encode(event, release));
  if (encoded.length > 1) {
    const ids = new Set<string>();
    for (const { id } of encoded) {
      if (ids.has(id)) throw new InvalidStoreRequest(`the event id ${id} is twice in one append`);
      ids.add(id);
    }
  }
  // a UTF-16 unit takes at most 3 bytes: small events need no counting
  if (encoded.reduce((sum, event) => sum + EVENT_OVERHEAD + 3 * charactersOf(event), 0) > MAX_APPEND_BYTES)
    checkSize(encoded);
  return encoded;
}

function encode({ id, type, data, metadata: given }: NewEvent, release: string | undefined): EncodedEvent {
  checkName('event type', type);
  if (id !== undefined && !UUID.test(id)) throw new InvalidStoreRequest(`the event id ${id} is not a UUID`);
  const metadata = release === undefined ? given : { ...given, release };
  return {
    id: id?.toLowerCase() ?? randomUUID(),
    type,
    data: plainJson(data, `data of ${type}`),
    metadata: metadata === undefined ? null : plainJson(metadata, `metadata of ${type}`),
  };
}

const charactersOf = ({ type, data, metadata }: EncodedEvent): number =>
  2 * type.length + data.length + (metadata?.length ?? 0);

function checkSize(events: readonly EncodedEvent[]): void {
  const bytes = events.reduce((sum, { type, data, metadata }) => {
    const names = 2 * Buffer.byteLength(type);
    return sum + EVENT_OVERHEAD + names + Buffer.byteLength(data) + Buffer.byteLength(metadata ?? '');
  }, 0);
  if (bytes <= MAX_APPEND_BYTES) return;
  const [first] = events;
  throw new InvalidStoreRequest(
    events.length === 1
      ? `${first!.type} takes ${bytes} bytes, more than ${MAX_APPEND_BYTES}: split it into several events`
      : `${events.length} events, the first of them ${first!.type}, take ${bytes} bytes, ` +
          `more than ${MAX_APPEND_BYTES} an append: append them in several`,
  );
}

/** @throws InvalidStoreRequest */
export function checkExpectedRevision(expected: ExpectedRevision): void {
  if (expected === 'any' || expected === 'no-stream' || expected === 'stream-exists') return;
  checkCount('the expected revision', expected, 0);
}

/** @throws InvalidStoreRequest */
export function checkStreamMetadata({ truncateBefore }: StreamMetadata): void {
  checkCount('truncateBefore', truncateBefore, 0);
}

/** @throws InvalidStoreRequest */
export function checkReadOptions({ from, after, limit, direction, filter }: StreamReadOptions & LogReadOptions): void {
  checkCount('from', from, 0);
  checkCount('after', after, 0);
  checkCount('limit', limit, 0);
  if (direction !== undefined && direction !== 'forwards' && direction !== 'backwards')
    throw new InvalidStoreRequest(`there is no direction ${String(direction)}`);
  checkFilter(filter);
}

export function checkFilter(filter: EventFilter | undefined): void {
  for (const name of [...(filter?.streamPrefixes ?? []), ...(filter?.types ?? [])]) {
    if (typeof name !== 'string') throw new InvalidStoreRequest(`a filter takes names, not ${typeof name}`);
  }
}

/** @throws InvalidStoreRequest when the value is given and is not a whole number from `least` on */
export function checkCount(what: string, value: number | undefined, least: number): void {
  if (value !== undefined && (!Number.isSafeInteger(value) || value < least))
    throw new InvalidStoreRequest(`${what} is ${value}, not a whole number from ${least}`);
}

/** Whether an event passes. No list lets everything pass; an empty one lets nothing pass. */
export function passes({ streamPrefixes, types }: EventFilter, stream: string, type: string): boolean {
  return (
    (types === undefined || types.includes(type)) &&
    (streamPrefixes === undefined || streamPrefixes.some((prefix) => stream.startsWith(prefix)))
  );
}

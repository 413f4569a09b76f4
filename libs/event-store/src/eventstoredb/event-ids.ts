import { randomUUID } from 'node:crypto';
import type { EncodedEvent } from '../store-request';

/**
 * Where an event's id stands that its writer gave. The server has ids too and recognises a repeated append by them, in
 * part: where the stream is as expected it appends the same ids again, where it is not it goes by what it happens to
 * remember, and what it recognised it answers as it answers a new one. So it is given no chance: it never sees the same
 * id twice, and tells by the expected revision alone.
 */
const GIVEN_ID = 'assayEventId';

export function underIdOfItsOwn({ id, metadata, ...event }: EncodedEvent): EncodedEvent {
  const given = `"${GIVEN_ID}":"${id}"`;
  return {
    ...event,
    id: randomUUID(),
    metadata: metadata === null || metadata === '{}' ? `{${given}}` : `{${given},${metadata.slice(1)}`,
  };
}

/** @param serverId the event's id, unless its writer gave one */
export function idAndMetadata(
  serverId: string,
  metadata: Readonly<Record<string, unknown>>,
): { readonly id: string; readonly metadata: Readonly<Record<string, unknown>> } {
  const { [GIVEN_ID]: given, ...others } = metadata;
  return typeof given === 'string' ? { id: given, metadata: others } : { id: serverId, metadata };
}

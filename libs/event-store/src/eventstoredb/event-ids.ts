import { randomUUID } from 'node:crypto';
import type { EncodedEvent } from '../store-request';

/**
 * The metadata field of an event's id from its writer. The server has ids, too, and recognises a repeated append by
 * them only partly: if the stream is as expected it appends the same ids again, otherwise it relies on the ids that it
 * happens to remember, and it answers a repeat like a new append. So it never gets the same id twice, and decides by
 * the expected revision alone.
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

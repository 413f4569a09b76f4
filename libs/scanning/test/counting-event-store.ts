import type { EventStore } from '@assay/event-store';

/** The methods that make one call each to a server. */
const CALLS: ReadonlySet<unknown> = new Set([
  'append',
  'deleteStream',
  'head',
  'holds',
  'mark',
  'readAll',
  'readStream',
  'setStreamMetadata',
  'streamMetadata',
]);

/** A store that records the calls on it: the method and its arguments. */
export function countingEventStore(store: EventStore): { readonly events: EventStore; readonly calls: string[] } {
  const calls: string[] = [];
  const events = new Proxy(store, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property, target);
      if (typeof member !== 'function') return member;
      return (...given: readonly unknown[]): unknown => {
        if (CALLS.has(property)) calls.push([property, ...given].map(worded).join(' '));
        return member.apply(target, given);
      };
    },
  });
  return { events, calls };
}

const worded = (given: unknown): string => (typeof given === 'string' ? given : JSON.stringify(given).slice(0, 200));

import type { EventStore } from '@assay/event-store';

/**
 * Two stores on one server as one: each use goes to the other of them, as requests do that reach two processes in turn.
 */
export function alternating(one: EventStore, other: EventStore): EventStore {
  let uses = 0;
  const next = () => ((uses += 1) % 2 === 1 ? one : other);
  return {
    append: (...given) => next().append(...given),
    readStream: (...given) => next().readStream(...given),
    readAll: (...given) => next().readAll(...given),
    subscribeToAll: (...given) => next().subscribeToAll(...given),
    subscribeToStream: (...given) => next().subscribeToStream(...given),
    head: () => next().head(),
    mark: () => next().mark(),
    holds: (mark) => next().holds(mark),
    streamMetadata: (...given) => next().streamMetadata(...given),
    setStreamMetadata: (...given) => next().setStreamMetadata(...given),
    deleteStream: (...given) => next().deleteStream(...given),
    close: async () => {
      await Promise.all([one.close(), other.close()]);
    },
  };
}

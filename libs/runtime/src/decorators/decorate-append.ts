import type { AppendResult, EventStore, NewEvent } from '@assay/event-store';

/** The step around an append; it may give the append other events than it was asked with. */
type AroundAppend = (
  append: (events?: readonly NewEvent[]) => Promise<AppendResult>,
  stream: string,
  events: readonly NewEvent[],
) => Promise<AppendResult>;

/** The same store with something around its appends. */
export function decorateAppend(store: EventStore, around: AroundAppend): EventStore {
  return {
    append: (stream, events, options) =>
      around((changed = events) => store.append(stream, changed, options), stream, events),
    readStream: (stream, options) => store.readStream(stream, options),
    readAll: (options) => store.readAll(options),
    subscribeToAll: (options) => store.subscribeToAll(options),
    subscribeToStream: (stream, options) => store.subscribeToStream(stream, options),
    head: () => store.head(),
    mark: () => store.mark(),
    holds: (mark) => store.holds(mark),
    streamMetadata: (stream) => store.streamMetadata(stream),
    setStreamMetadata: (stream, metadata) => store.setStreamMetadata(stream, metadata),
    deleteStream: (stream, options) => store.deleteStream(stream, options),
    close: () => store.close(),
  };
}

import type { RecordedEvent } from '@assay/event-store';
import type { Reactor } from '@assay/read-models';

/** The same reactor with something around each of its reactions. */
export const decorateReactor = (
  reactor: Reactor,
  around: (event: RecordedEvent, react: () => Promise<void>) => Promise<void>,
): Reactor => ({
  name: reactor.name,
  handles: reactor.handles,
  react: (event, signal) => around(event, () => reactor.react(event, signal)),
});

import type { Settings } from '@assay/kernel';
import { isEmbedded } from '@assay/platform';
import { CommandFailed } from './exit-status';

/** The file of the events. @param done what was to be done with it: `backed up` @throws CommandFailed for a server's */
export function embeddedEventsOf({ eventStoreUrl }: Settings, done: string): string {
  if (isEmbedded(eventStoreUrl)) return eventStoreUrl.slice('sqlite:'.length);
  throw new CommandFailed(
    `the events are on a server (ASSAY_EVENT_STORE_URL) and are ${done} with its own tools: ` +
      'docs/operations.md, "Back up and restore", says how',
  );
}

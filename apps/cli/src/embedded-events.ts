import { existsSync, statSync } from 'node:fs';
import type { Settings } from '@assay/kernel';
import { isEmbedded } from '@assay/platform';
import { CommandFailed } from './exit-status';

/** Whether two paths lead to one file, by whatever links. */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

/** The file of the events. @param done what was to be done with it: `backed up` @throws CommandFailed for a server's */
export function embeddedEventsOf({ eventStoreUrl }: Settings, done: string): string {
  if (isEmbedded(eventStoreUrl)) return eventStoreUrl.slice('sqlite:'.length);
  throw new CommandFailed(
    `the events are on a server (ASSAY_EVENT_STORE_URL) and are ${done} with its own tools: ` +
      'docs/operations.md, "Back up and restore", says how',
  );
}

/** The same, of a store that is there: nobody wants a new one, which holds nothing. */
export function existingEventsOf(settings: Settings, done: string): string {
  const file = embeddedEventsOf(settings, done);
  if (existsSync(file)) return file;
  throw new CommandFailed(
    `${file} does not exist: there is nothing to be ${done}; --data-dir names the folder of another`,
  );
}

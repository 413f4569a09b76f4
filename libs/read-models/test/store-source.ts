import { type ReadModelStore, openSqliteReadModelStore } from '../src';
import { temporaryDirectory } from './temporary-directory';

/** Where tests get stores from. */
export interface StoreSource {
  /** A new one, with nothing in it. */
  open(): Promise<ReadModelStore>;
  /** Removes the data of all of them. */
  remove(): Promise<void>;
}

export function sqliteStores(): StoreSource {
  const directory = temporaryDirectory();
  let files = 0;
  return {
    open: () => openSqliteReadModelStore({ file: directory.file(`${(files += 1)}.db`) }),
    remove: async () => directory.remove(),
  };
}

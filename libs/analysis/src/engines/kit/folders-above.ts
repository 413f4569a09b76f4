import { posix } from 'node:path';

/** From the folder of a staged path up to the root, which is `.`. */
export function* foldersAbove(path: string): Generator<string> {
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    yield folder;
    if (folder === '.' || folder === '/') return;
  }
}

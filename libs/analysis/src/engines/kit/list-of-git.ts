import { lstatSync } from 'node:fs';
import { join } from 'node:path';

/** The mark of a file in the copy of a target whose own name would configure a program. */
const INERT = '~inert';

/**
 * The path of a list that git reads, such as `.gitignore`; undefined where a folder has none, or one that is too large.
 * @param folder a folder of the target, or of its copy, in which the list has another name
 */
export const listOfGit = (folder: string, name: string, mostBytes: number): string | undefined =>
  [name, `${name}${INERT}`]
    .map((each) => join(folder, each))
    .find((path) => {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats?.isFile() === true && stats.size <= mostBytes;
    });

import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { smallFile } from '../kit/small-file';

/** A folder of samples has no more files, and none that is larger. */
const MOST_FILES = 60;
const MAX_BYTES = 64 * 1024;
/** Files in which a comment begins with this mark. */
const COMMENTED = /\.(?:ya?ml|sh|py|rb|conf|toml|cfg)$/;
/** Lines of a comment, one below the other. */
const COMMENT = /(?:^[ \t]*#[^\n]*\n)+/gm;

/** The comments of the files in the same folder that name a file. */
export function commentsBeside(root: string, staged: string): string {
  const name = basename(staged);
  const folder = join(root, dirname(staged));
  const beside = readdirSync(folder, { withFileTypes: true }).filter((each) => each.isFile());
  return beside
    .filter((each) => COMMENTED.test(each.name) && each.name !== name)
    .slice(0, MOST_FILES)
    .flatMap((each) => textAt(root, join(dirname(staged), each.name)).match(COMMENT) ?? [])
    .filter((comment) => comment.includes(name))
    .join('\n');
}

const textAt = (root: string, path: string): string => smallFile(root, path, MAX_BYTES)?.toString('utf8') ?? '';

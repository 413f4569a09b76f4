import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A folder of samples has no more files than are read to the end. */
const MOST_FILES = 60;
const MAX_CHARACTERS = 16 * 1024;
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
    .flatMap((each) => readFileSync(join(folder, each.name), 'utf8').slice(0, MAX_CHARACTERS).match(COMMENT) ?? [])
    .filter((comment) => comment.includes(name))
    .join('\n');
}

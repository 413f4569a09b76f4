import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Means, type Run, scaled } from './attack';
import { type Client, begunDirectory, endedDirectory } from './attacker';

/** Levels of folders in folders: more than a target may have. */
const DEPTH = 400;

/**
 * A tree that is too deep, one of 20,000 files with links into circles, and 1,000 directories that no root allows, some
 * of them behind links.
 */
export function hostileDirectories({ roots }: Means): Run {
  const [deep, tree] = [join(roots, 'deep'), join(roots, 'tree')];
  mkdirSync(join(deep, ...Array.from({ length: DEPTH }, () => 'd')), { recursive: true });
  mkdirSync(tree);
  for (let index = 0; index < scaled(20_000); index += 1) {
    const folder = join(tree, `f${index % 200}`);
    if (index < 200) mkdirSync(folder);
    writeFileSync(join(folder, `${index}.js`), 'let a;\n');
    if (index < 200) symlinkSync('..', join(folder, 'round'));
  }
  symlinkSync('/etc', join(roots, 'out'));
  const outside = ['/etc', join(roots, 'out'), `${deep}/${'d/'.repeat(DEPTH)}${'../'.repeat(DEPTH + 2)}`, '/proc'];
  return async ({ attacker }) => {
    await Promise.all([...[deep, tree].map((each) => endedDirectory(attacker, each)), refused(attacker, outside)]);
  };
}

async function refused(attacker: Client, directories: readonly string[]): Promise<void> {
  for (let sent = 0; sent < scaled(1_000); sent += 10)
    await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const directory = directories[index % directories.length]!;
        try {
          await begunDirectory(attacker, directory);
        } catch (error) {
          if (/answered 4\d\d/.test(String(error))) return;
          throw error;
        }
        throw new Error(`${directory} was taken`);
      }),
    );
}

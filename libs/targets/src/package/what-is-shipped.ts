import { type Dirent } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { detectLanguage, fileRole, languageKind } from '@assay/source-text';

/** A package may ship its sources, too. They are about as long as what is built of them. */
const SHARE_OF_SOURCES = 0.5;
/** Declarations of types, which no program runs. */
const DECLARATIONS = /\.d\.[cm]?ts$/;

/**
 * Whether a package ships what was built and not what it was built of, as most packages of npm do: then the build
 * output is the code that its users run. A few files of its own beside it, such as one that loads it, change nothing.
 * @param folder of the unpacked package, whose names are UTF-8
 */
export async function shipsBuildOutput(folder: string): Promise<boolean> {
  let [own, built] = [0, 0];
  for await (const path of codeBelow(folder, '')) {
    const role = fileRole(path);
    if (role !== 'own' && role !== 'build-output') continue;
    const { size } = await stat(join(folder, path));
    if (role === 'own') own += size;
    else built += size;
  }
  return own < built * SHARE_OF_SOURCES;
}

async function* codeBelow(folder: string, path: string): AsyncGenerator<string> {
  for await (const entry of await opendir(join(folder, path))) {
    const below = path === '' ? entry.name : `${path}/${entry.name}`;
    if (entry.isDirectory()) yield* codeBelow(folder, below);
    else if (isCode(entry)) yield below;
  }
}

const isCode = (entry: Dirent): boolean =>
  entry.isFile() && languageKind(detectLanguage(entry.name)) === 'source' && !DECLARATIONS.test(entry.name);

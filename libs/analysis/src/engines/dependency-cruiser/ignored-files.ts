import { join, posix } from 'node:path';
import { RULES_BYTES } from '@assay/source-text';
import type { EnginePass } from '../engine';
import { IgnoreFiles } from '../kit/ignore-files';
import { remembered } from '../kit/remembered';

/** Endings that an import may leave out. */
const ENDINGS = ['', '.ts', '.tsx', '.js', '.jsx', '.mjs', '.json', '/index.ts', '/index.js'];

/**
 * Whether a relative import names a file that the repository's `.gitignore` excludes: a build creates it.
 * @param source the path of the importing file, below the root
 */
export function isMadeByBuild(pass: EnginePass, source: string, specifier: string): boolean {
  const path = posix.join(posix.dirname(source), specifier);
  const ignores = ignoresOf(pass);
  const written = /\.[cm]?jsx?$/.test(path) ? [path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2')] : [];
  return [...ENDINGS.map((ending) => `${path}${ending}`), ...written].some((each) => ignores.name(each.split('/')));
}

/** Lists are staged under other names, so that no engine obeys them. */
const ignoresOf = remembered(({ root, files }: EnginePass) => {
  const lists = new Map(
    files
      .filter(({ path, size }) => posix.basename(path) === '.gitignore' && size <= RULES_BYTES)
      .map(({ path, staged }) => [posix.dirname(path), join(root, staged)]),
  );
  return new IgnoreFiles((folder) => lists.get(folder));
});

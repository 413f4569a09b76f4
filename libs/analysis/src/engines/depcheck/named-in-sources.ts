import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapedForRegex } from '../kit/escaped-for-regex';

/** A name of letters alone, such as `merge`, is a word that a text may have for any reason. */
const IS_WORD = /^[a-z]+$/i;

/**
 * Whether a source names a package other than by an import: in quotes, as loaders, transports and presets are named;
 * by a path below `node_modules`; as a member of what a manifest declares; or in a directive of Sprockets.
 */
export function isNamedIn(text: string, name: string): boolean {
  if (!text.includes(name)) return false;
  const escaped = escapedForRegex(name);
  return (
    new RegExp(
      String.raw`node_modules/${escaped}(?![\w.-]*\w)|[dD]ependencies(?:\?\.|\.)${escaped}\b|` +
        String.raw`^\s*(?://|\*|#)=\s*require\s+${escaped}(?:/|\s|$)`,
      'm',
    ).test(text) ||
    (!IS_WORD.test(name) && new RegExp(String.raw`(?:['"\x60!])${escaped}(?:/[^'"\x60\s]*)?['"\x60!?]`).test(text))
  );
}

/** The packages that the sources name. Each file, a path below the root, is read once, until no package is left. */
export function namedInSources(names: readonly string[], files: readonly string[], root: string): ReadonlySet<string> {
  const named = new Set<string>();
  for (const file of files) {
    const left = names.filter((name) => !named.has(name));
    if (left.length === 0) break;
    const text = readFileSync(join(root, file), 'utf8');
    for (const name of left) if (isNamedIn(text, name)) named.add(name);
  }
  return named;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EnginePass } from '../engine';
import { remembered } from '../kit/remembered';

const SOURCE = /\.[cm]?[jt]s$/;
/** The longest source that is looked at, in bytes. A program maps its names in a short one. */
const MOST_BYTES = 64 * 1024;

/** Code that changes how Node.js finds modules: it puts its own function in place of the finder, or adds aliases. */
const MAPS = /\b_resolveFilename\s*=(?!=)|\baddAlias(?:es)?\s*\(/;
/** A key of an object, and the name that a call gets first. */
const NAMED = /(?:^|[{,(])\s*(['"`]?)([@\w][\w./@-]{0,99})\1\s*(?=[:,])/gm;

/**
 * The names that a program maps to its own files while it runs. The keys of all objects count in a source that does so,
 * because the table of names is mostly a variable.
 */
export const namesMappedByProgram = remembered(({ files, root }: EnginePass): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const { staged, size } of files) {
    if (!SOURCE.test(staged) || size > MOST_BYTES) continue;
    const text = readFileSync(join(root, staged), 'utf8');
    if (MAPS.test(text)) for (const [, , name] of text.matchAll(NAMED)) names.add(name!);
  }
  return names;
});

import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { EnginePass } from '../engine';
import { isBelow } from './packages';

/** A description of a package has a few hundred bytes. */
const MAX_BYTES = 64 * 1024;
const DEPENDS = /\bNpm\.depends\(\s*\{([^{}]*)\}/g;
const NAME = /(?:^|[,\s])(['"]?)((?:@[\w.-]+\/)?[\w.-]+)\1\s*:/g;

/**
 * Finds Meteor packages, which name their npm packages in `package.js`: `Npm.depends({ xml2js: '0.5.0' })`.
 * @returns whether the nearest folders above a file declare a package so
 */
export function declaredToMeteor({ files, root }: EnginePass): (file: string, name: string) => boolean {
  const declared = files
    .filter(({ staged, size }) => posix.basename(staged) === 'package.js' && size <= MAX_BYTES)
    .map(({ staged }) => ({
      folder: posix.dirname(staged),
      names: namesIn(readFileSync(join(root, staged), 'utf8')),
    }))
    .filter(({ names }) => names.size > 0);
  return (file, name) => declared.some(({ folder, names }) => names.has(name) && isBelow(file, folder));
}

const namesIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(DEPENDS)].flatMap(([, body = '']) => [...body.matchAll(NAME)].map(([, , name]) => name!)));

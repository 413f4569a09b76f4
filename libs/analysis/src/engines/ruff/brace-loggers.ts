import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EnginePass } from '../engine';
import { remembered } from '../kit/remembered';

/** The largest module that is looked at, and all of them together, in bytes. */
const MOST_BYTES = 256 * 1024;
const MOST_BYTES_OF_ALL = 16 * 1024 * 1024;

const OWN_LOGGER = /^class\s+\w+\([^)]*\bLogger(?:Adapter)?\b/m;
const FORMATS = /\b(?:msg|message)\.format\(/;

/**
 * Whether a target has a logger of its own that puts into the braces of a message what it is given. A module need not
 * show that it gets such a logger: the class is set for all, or `logging` is a module of the target.
 */
export const logsByBraces = remembered(({ files, root }: EnginePass): boolean => {
  let left = MOST_BYTES_OF_ALL;
  return files.some(({ staged, size }) => {
    if (!staged.endsWith('.py') || size > MOST_BYTES || size > left) return false;
    left -= size;
    const text = readFileSync(join(root, staged), 'utf8');
    return OWN_LOGGER.test(text) && FORMATS.test(text);
  });
});

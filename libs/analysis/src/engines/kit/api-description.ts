import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EnginePass } from '../engine';
import { Unreadable, decodeText } from './per-file';

const MARKER = /^\s*(?:["']?(?:openapi|swagger)["']?\s*:|\{[^]{0,2000}["'](?:openapi|swagger)["']\s*:)/m;

/**
 * The most nodes that aliases may expand to. Eleven levels of nine aliases (700 bytes) kept Spectral busy without end.
 */
const MAX_ALIASES = 1_000;

/**
 * Whether a YAML or JSON file describes an API. The API tools ignore other files, broken or not.
 * @throws Unreadable if the file claims to but cannot be parsed. Nested aliases are refused here, because the engines
 *   would expand them.
 */
export function describesApi(text: string): boolean {
  if (!MARKER.test(text)) return false;
  const { parseYaml } = require('./yaml-tree') as typeof import('./yaml-tree');
  for (const { document } of parseYaml(text)) {
    try {
      document.toJS({ maxAliasCount: MAX_ALIASES });
    } catch (error) {
      if (error instanceof ReferenceError) throw new Unreadable('too many aliases within aliases');
      throw error;
    }
  }
  return true;
}

/** Larger files are not read by the engines for descriptions of APIs. */
export const MAX_DESCRIPTION_BYTES = 2 * 1024 * 1024;

/**
 * Whether any file of the pass claims to describe an API. Most YAML and JSON files describe something else, and the
 * engines take half a second of processor time to load.
 */
export async function anyDescribesApi({ files, root }: Pick<EnginePass, 'files' | 'root'>): Promise<boolean> {
  for (const { size, staged } of files)
    if (size <= MAX_DESCRIPTION_BYTES && claimsToDescribeApi(await readFile(join(root, staged)))) return true;
  return false;
}

function claimsToDescribeApi(bytes: Buffer): boolean {
  try {
    return MARKER.test(decodeText(bytes));
  } catch (error) {
    if (error instanceof Unreadable) return false;
    throw error;
  }
}

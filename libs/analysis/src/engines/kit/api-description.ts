import { Unreadable } from './per-file';
import { parseYaml } from './yaml-tree';

const MARKER = /^\s*(?:["']?(?:openapi|swagger)["']?\s*:|\{[^]{0,2000}["'](?:openapi|swagger)["']\s*:)/m;

/** Nodes that aliases may stand for. Eleven levels of nine aliases, 700 bytes, kept Spectral busy without end. */
const MAX_ALIASES = 1_000;

/**
 * Whether a YAML or JSON file describes an API. Other files are none of the API tools' business, broken or not.
 * @throws Unreadable when it says that it does and cannot be parsed; the engines
 * expand what it repeats, so nested aliases are refused here
 */
export function describesApi(text: string): boolean {
  if (!MARKER.test(text)) return false;
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

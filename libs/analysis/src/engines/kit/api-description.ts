import { Unreadable } from './per-file';
import { parseYaml } from './yaml-tree';

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

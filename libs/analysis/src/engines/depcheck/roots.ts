import { posix } from 'node:path';
import { type Mention } from './mentions';

const OF_TYPESCRIPT = /(?:^|\/)[jt]sconfig[^/]*\.json$/;
const OF_BUNDLER = /(?:^|\/)(?:webpack|rspack|rollup|vite|babel)[^/]*\.[cm]?[jt]s$/;
/** A list of folders in which a bundler looks for modules: `modules` of webpack, `root` of Babel's resolver. */
const LIST_OF_ROOTS = /\b(?:modules|root|roots)\s*:\s*\[[^\]]*\]/;

/**
 * The folders from which the configuration of a compiler or a bundler resolves names: `App/State` is then a file of the
 * project. A bundler's configuration computes them mostly, so that each folder counts whose name it has in quotes.
 * @param folders the folders of the target
 */
export function rootsOf(configuration: readonly Mention[], folders: ReadonlySet<string>): string[] {
  return configuration.flatMap(({ path, text }) => {
    if (OF_TYPESCRIPT.test(path)) {
      const [, base] = /"baseUrl"\s*:\s*"([^"]{1,200})"/.exec(text) ?? [];
      return base === undefined ? [] : [posix.join(posix.dirname(path), base)];
    }
    if (!OF_BUNDLER.test(path) || !LIST_OF_ROOTS.test(text)) return [];
    const named = new Set([...text.matchAll(/['"`](?:\.{0,2}\/)*([\w.-]{1,60})\/?['"`]/g)].map(([, name]) => name));
    return [...folders].filter((folder) => named.has(posix.basename(folder)));
  });
}

import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { EnginePass } from '../engine';
import { remembered } from '../kit/remembered';
import type { Mention } from './mentions';
import { isBelow } from './packages';

const OF_TYPESCRIPT = /(?:^|\/)[jt]sconfig[^/]*\.json$/;
/** A script or an environment that starts Node.js may name folders in which it looks for modules. */
const OF_NODE = /(?:^|\/)(?:package\.json|\.env)$/;
const NODE_PATH = /\bNODE_PATH=["']?([\w./:-]{1,200})/g;
/** The folders in which Jest looks for modules, in its own file or in package.json. */
const OF_JEST = /(?:^|\/)jest[^/]*\.(?:[cm]?[jt]s|json)$/;
const FOLDERS_OF_JEST = /\b(?:moduleDirectories|modulePaths)["']?\s*:\s*\[([^\]]{0,1000})\]/g;
const OF_BUNDLER = /(?:^|\/)(?:webpack|rspack|rollup|vite|babel)[^/]*\.[cm]?[jt]s$/;
/**
 * The folders in which a bundler looks for modules: `modules` of webpack, `root` of Babel's resolver. They are a list,
 * a choice of lists (`isCustom ? [own] : [theirs]`), or a list in a variable.
 */
const ROOTS = /\b(?:modules|root|roots)\s*:\s*(?:\[|[\w.]+\s*[?,}\n])/;
/** The longest configuration that is looked at, and the longest table in it, in characters. People write far less. */
const MOST_TEXT = 100_000;
const MOST_OF_TABLE = 4_000;
const BEFORE_TABLE = /\balias\s*[:=]\s*(?=[{[])/g;
/** The table of aliases of a bundler, or its list of `{ find, replacement }`. */
const TABLE = /^(?:\{(?:[^{}]|\{[^{}]*\})*\}|\[(?:[^[\]{}]|\{[^{}]*\})*\])/;
/** A key of such a table. A `$` at its end says that the name has no path behind it. */
const KEY = /(?:^|[{,])\s*(['"`]?)([@\w][\w./@-]{0,99})\$?\1\s*:/gm;
const FOUND = /\bfind\s*:\s*(['"`])([@\w][\w./@-]{0,99})\1/g;

/** How the compiler and the bundlers of a package find modules. */
export interface Resolution {
  /** The folders from which names are resolved: `App/State` is then a file of the project. */
  readonly roots: readonly string[];
  /** Names that stand for others, mostly for files of the project. */
  readonly aliases: ReadonlySet<string>;
  /** Whether a name is looked for beside the file that imports it, before it is a package. */
  readonly isRelative: boolean;
}

/**
 * A bundler's configuration computes its folders mostly, so that each folder counts whose name it has in quotes.
 * @param folder the package's
 * @param folders the folders of the target
 */
export function resolutionOf(folder: string, pass: EnginePass, folders: ReadonlySet<string>): Resolution {
  const read = configurationsOf(pass).filter(({ path }) => isBelow(path, folder));
  const ofBundlers = read.filter(({ path }) => OF_BUNDLER.test(path));
  return {
    roots: read.flatMap((each) => rootsIn(each, folders)),
    aliases: new Set(ofBundlers.flatMap(({ text }) => aliasesIn(text))),
    isRelative: ofBundlers.some(({ text }) => /\bpreferRelative\s*:\s*true\b/.test(text)),
  };
}

/** The configurations of compilers, bundlers and Node.js in the target, read once for all its packages. */
const configurationsOf = remembered(({ files, root }: EnginePass): readonly Mention[] =>
  files
    .map(({ staged }) => staged)
    .filter((file) => OF_TYPESCRIPT.test(file) || OF_BUNDLER.test(file) || OF_NODE.test(file) || OF_JEST.test(file))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8').slice(0, MOST_TEXT) })),
);

function rootsIn({ path, text }: Mention, folders: ReadonlySet<string>): string[] {
  if (OF_TYPESCRIPT.test(path)) {
    const [, base] = /"baseUrl"\s*:\s*"([^"]{1,200})"/.exec(text) ?? [];
    return base === undefined ? [] : [posix.join(posix.dirname(path), base)];
  }
  if (OF_NODE.test(path) || OF_JEST.test(path)) {
    const folders = [
      ...[...text.matchAll(NODE_PATH)].flatMap(([, list]) => list!.split(':')),
      ...[...text.matchAll(FOLDERS_OF_JEST)].flatMap(([, list]) =>
        [...list!.matchAll(/["'`](?:<rootDir>\/)?([\w./-]{1,200})["'`]/g)].map(([, each]) => each!),
      ),
    ];
    return folders.map((each) => posix.join(posix.dirname(path), each));
  }
  if (!ROOTS.test(text)) return [];
  const named = new Set([...text.matchAll(/['"`](?:\.{0,2}\/)*([\w.-]{1,60})\/?['"`]/g)].map(([, name]) => name));
  return [...folders].filter((folder) => named.has(posix.basename(folder)));
}

const aliasesIn = (text: string): string[] =>
  [...text.matchAll(BEFORE_TABLE)].flatMap(({ 0: before, index }) => {
    const [table] = TABLE.exec(text.slice(index + before.length).slice(0, MOST_OF_TABLE)) ?? [''];
    return [...table.matchAll(table.startsWith('{') ? KEY : FOUND)].map(([, , name]) => name!);
  });

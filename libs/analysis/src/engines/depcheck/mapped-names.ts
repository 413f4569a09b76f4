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

const NAME = String.raw`([@\w][\w./@-]{0,99})`;
/** A plugin of a bundler that finds modules itself: Rollup, Vite, and esbuild. */
const FINDS = /\bresolveId\b|\.onResolve\s*\(/;
/**
 * A name that such a plugin compares with what is asked for, at once or through a variable or a list, or an expression
 * that fits one name only, perhaps with a path behind it. Its own imports are not among these.
 */
const ASKED_FOR = new RegExp(
  [
    String.raw`(?:[!=]==?|\bcase|\b(?:includes|startsWith)\s*\(|[\w$\])]\s*=|[[,])\s*(['"\x60])${NAME}\1`,
    String.raw`(['"\x60])${NAME}\3\s*[!=]==?`,
    String.raw`\/\^(@?[\w-]+(?:\\?\/[\w-]+)*)(?=\$\/|\\?\/)`,
  ].join('|'),
  'g',
);

/** Code that hands a bundler its settings. */
const BUNDLES = /\b(?:esbuild|rollup|webpack|rspack|rolldown|tsup)\b/;
/** The table or the list of names that the bundle leaves to what surrounds it: a page, an editor, a server. */
const EXTERNALS = /\bexternals?\s*[:=]\s*(\{(?:[^{}]|\{[^{}]{0,400}\}){0,4000}\}|\[[^\]]{0,4000}\])/g;
const IN_EXTERNALS = /(['"`])([@\w][\w./@-]{0,99})\1\s*(?=[:,\]}])|(?:^|[{,])\s*([a-z][\w$]{0,99})\s*(?=:)/gm;

/**
 * The names that a program maps to its own files while it runs, that a plugin of its build finds, or that its bundle
 * leaves out. The keys of all objects count in a source that maps names, because the table is mostly a variable.
 */
export const namesMappedByProgram = remembered(({ files, root }: EnginePass): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const { staged, size } of files) {
    if (!SOURCE.test(staged) || size > MOST_BYTES) continue;
    const text = readFileSync(join(root, staged), 'utf8');
    for (const name of [
      ...(MAPS.test(text) ? namesIn(text, NAMED) : []),
      ...(FINDS.test(text) ? namesIn(text, ASKED_FOR) : []),
      ...(BUNDLES.test(`${staged} ${text}`) ? externalsIn(text) : []),
    ])
      names.add(name);
  }
  return names;
});

/** The text of the last group of the expression that took part. */
const namesIn = (text: string, expression: RegExp): string[] =>
  [...text.matchAll(expression)].map((match) => match.findLast((group) => group !== undefined)!.replaceAll('\\', ''));

const externalsIn = (text: string): string[] =>
  [...text.matchAll(EXTERNALS)].flatMap(([, table]) => namesIn(table!, IN_EXTERNALS));

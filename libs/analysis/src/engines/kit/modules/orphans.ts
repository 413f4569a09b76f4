import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import picomatch from 'picomatch';
import { MAY_NAME_MODULES } from '../../../catalogue/module-graph';
import type { EnginePass } from '../../engine';
import { escapedForRegex } from '../escaped-for-regex';
import { remembered } from '../remembered';

const BUILDS = ['**/{webpack.mix,gulpfile,Gruntfile}.{js,cjs,mjs,ts,cts,mts}', '**/*.config.{js,cjs,mjs,ts,cts,mts}'];
/** Files that may refer to a module without an import of a JavaScript or TypeScript module. */
const mayRefer = picomatch([...MAY_NAME_MODULES, ...BUILDS], { dot: true });

/**
 * Whether an orphan may be in use. It may be imported through an alias that only the project's own configuration
 * resolves (`@/dates` for `src/dates.ts`). Or a page, a component or a manifest may name it.
 */
export function isReferredTo(source: string, unresolved: readonly string[], pass: EnginePass): boolean {
  const path = stemOf(source);
  if (unresolved.some((specifier) => aliasMatches(path, stemOf(specifier)))) return true;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return new RegExp(`(?:^|[/'"\\s])${escapedForRegex(name)}(?:\\.[cm]?[jt]sx?)?(?:['"\\s?]|$)`, 'm').test(
    mentionsIn(pass),
  );
}

/** A path without what an import may leave out at its end. */
export const stemOf = (path: string): string => path.replace(/\.[cm]?[jt]sx?$/, '').replace(/\/index$/, '');

/** The text before the first slash is the alias: `@app/dates` → `dates`. */
function aliasMatches(path: string, specifier: string): boolean {
  const tail = specifier.slice(specifier.indexOf('/') + 1);
  return !specifier.startsWith('.') && (path === tail || path.endsWith(`/${tail}`));
}

const mentionsIn = remembered(({ root, files }: EnginePass): string =>
  files
    .filter(({ staged }) => mayRefer(staged))
    .map(({ staged }) => readFileSync(join(root, staged), 'utf8'))
    .join('\n'),
);

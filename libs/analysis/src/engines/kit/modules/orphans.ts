import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EnginePass } from '../../engine';

/** Files that may refer to a module without an import of a JavaScript or TypeScript module. */
const MAY_REFER = new RegExp(
  String.raw`(?:^|\/)(?:package|angular|project|workspace|nx)\.json$|\.blade\.php$|` +
    String.raw`(?:^|\/)(?:webpack\.mix|gulpfile|Gruntfile)\.[cm]?[jt]s$|\.config\.[cm]?[jt]s$|` +
    String.raw`\.(?:html?|vue|svelte|astro|mdx|cshtml|razor|erb|haml|slim|twig|jinja2?|j2|ejs|hbs|njk|liquid|jsp|ftl|` +
    String.raw`tmpl|gohtml)$`,
);

const mentions = new WeakMap<EnginePass, string>();

/**
 * Whether an orphan may be in use. It may be imported through an alias that only the project's own configuration
 * resolves (`@/dates` for `src/dates.ts`). Or a page, a component or a manifest may name it.
 */
export function isReferredTo(source: string, unresolved: readonly string[], pass: EnginePass): boolean {
  const path = stemOf(source);
  if (unresolved.some((specifier) => aliasMatches(path, stemOf(specifier)))) return true;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return new RegExp(
    `(?:^|[/'"\\s])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:\\.[cm]?[jt]sx?)?(?:['"\\s?]|$)`,
    'm',
  ).test(mentionsIn(pass));
}

const stemOf = (path: string): string => path.replace(/\.[cm]?[jt]sx?$/, '').replace(/\/index$/, '');

/** The text before the first slash is the alias: `@app/dates` → `dates`. */
function aliasMatches(path: string, specifier: string): boolean {
  const tail = specifier.slice(specifier.indexOf('/') + 1);
  return !specifier.startsWith('.') && (path === tail || path.endsWith(`/${tail}`));
}

function mentionsIn(pass: EnginePass): string {
  const known = mentions.get(pass);
  if (known !== undefined) return known;
  const text = pass.files
    .filter(({ staged }) => MAY_REFER.test(staged))
    .map(({ staged }) => readFileSync(join(pass.root, staged), 'utf8'))
    .join('\n');
  mentions.set(pass, text);
  return text;
}

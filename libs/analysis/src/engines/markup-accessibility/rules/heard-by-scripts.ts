import type { MarkupElement } from '../markup';
import { bodyAt } from './clicked-by-scripts';
import type { Page } from './page';
import { KEEPS, calledIn, scriptsById } from './page-scripts';

/** The bodies of the functions by which scripts of a page hear of an event of an element, which they find by its id. */
export function heardOf(page: Page, element: MarkupElement, event: string): readonly string[] {
  const id = calledIn(element);
  if (id === undefined || !/^[\w-]+$/.test(id)) return [];
  return scriptsById(page).flatMap(([, code]) => heardBy(code, id, event));
}

/** The same of one script and an id. */
function heardBy(code: string, id: string, event: string): readonly string[] {
  const kept = [...code.matchAll(KEEPS)].flatMap(([, name = '', found = '']) => (found === id ? [name] : []));
  // A script may call an element by its id alone.
  const places = [
    String.raw`['"]#?${id}['"]\s*\)`,
    ...[...kept, ...(/^\w+$/.test(id) ? [id] : [])].map((name) => String.raw`(?<![\w.$])${name}`),
  ];
  const hears =
    String.raw`\s*\.(?:(?:addEventListener|on)\(\s*['"](?:${event})['"]\s*,\s*|` +
    String.raw`on(?:${event})\s*=(?!=)\s*|(?:${event})\(\s*)`;
  return [...code.matchAll(new RegExp(`(?:${places.join('|')})${hears}`, 'g'))].map(({ index, 0: all }) =>
    bodyAt(code, index + all.length),
  );
}

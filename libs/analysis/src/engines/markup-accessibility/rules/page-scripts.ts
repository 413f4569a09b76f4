import { type MarkupElement, attributeOf, isHtml } from '../markup';
import type { Page } from './page';

type Scripts = readonly (readonly [MarkupElement, string])[];

const KNOWN = new WeakMap<Page, { readonly own: Scripts; readonly byId: Scripts }>();

/** Rules ask for the scripts of a page once for each of its elements. */
function readScripts(page: Page): { readonly own: Scripts; readonly byId: Scripts } {
  const known = KNOWN.get(page);
  if (known) return known;
  const own = page.markup.elements.flatMap((each) => {
    const code = isHtml(each, 'script') ? each.handlers.get('code') : undefined;
    return code === undefined ? [] : [[each, code] as const];
  });
  const byId = own.map(([element, code]) => [element, element.handlers.get('code by id') ?? code] as const);
  KNOWN.set(page, { own, byId });
  return { own, byId };
}

/** The scripts that a page has in itself, with the code of each. */
export const scriptsOf = (page: Page): Scripts => readScripts(page).own;

/** The same, with each element that a script finds by an id: its own, or `called`. */
export const scriptsById = (page: Page): Scripts => readScripts(page).byId;

/** The id by which scripts find an element, its own or one that stands for it. */
export const calledIn = (element: MarkupElement): string | undefined =>
  attributeOf(element, 'id') ?? element.handlers.get('called');

/** The code of a component that hears of keys or movements of the whole page, with the place of that. */
export const listenersOf = (page: Page): readonly (readonly [MarkupElement, string])[] =>
  page.markup.elements.flatMap((each) => {
    const code = isHtml(each, 'script') ? each.handlers.get('component code') : undefined;
    return code === undefined ? [] : [[each, code] as const];
  });

const ASKS = String.raw`(?:document\.)?(?:getElementById\(\s*['"]|querySelector\(\s*['"]#)|\$\(\s*['"]#`;
/** An element that a script finds by its id. */
export const BY_ID = String.raw`(?:${ASKS})([\w-]+)['"]\s*\)`;
/** A variable that keeps such an element: its name and the id. */
export const KEEPS = new RegExp(String.raw`(?:\b(?:const|let|var)\s+|,\s*)(\w+)\s*=\s*${BY_ID}`, 'g');
/** The ids of the elements that variables of a script keep, by the names of the variables. */
export const keptIn = (code: string): Map<string, string> =>
  new Map([...code.matchAll(KEEPS)].map(([, name = '', id = '']) => [name, id] as const));

const SET = (property: string): string => String.raw`\s*\.\s*${property}\s*=(?!=)\s*([^;\n]*)`;

/** The elements, by their ids, of which a script sets a property, and what it sets. */
export function* assignedIn(
  code: string,
  property: string,
): Generator<{ readonly id: string; readonly value: string }> {
  for (const [, id = '', value = ''] of code.matchAll(new RegExp(BY_ID + SET(property), 'g'))) yield { id, value };
  for (const [, name = '', id = ''] of code.matchAll(KEEPS)) {
    const [, value] = new RegExp(String.raw`\b${name}${SET(property)}`).exec(code) ?? [];
    if (value !== undefined) yield { id, value };
  }
}

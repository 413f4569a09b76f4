import type { MarkupElement } from '../markup';
import { functionIn } from '../read/blocks';
import { bodyAt, heardBySelectors } from './clicked-by-scripts';
import { doneOn } from './handlers';
import type { Page } from './page';
import { KEEPS, calledIn, scriptsById } from './page-scripts';

/** The bodies of the functions by which scripts of a page hear of an event of an element, which they find. */
export function heardOf(page: Page, element: MarkupElement, event: string): readonly string[] {
  const id = calledIn(element);
  const bySelectors = heardBySelectors(page, element, event);
  if (id === undefined || !/^[\w-]+$/.test(id)) return bySelectors;
  return [...scriptsById(page).flatMap(([, code]) => heardBy(code, id, event)), ...bySelectors];
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
    String.raw`\s*\.(?:(?:addEventListener|on|bind)\(\s*['"](?:[\w ]+ )?(?:${event})(?: [\w ]+)?['"]\s*,\s*|` +
    String.raw`on(?:${event})\s*=(?!=)\s*|(?:${event})\(\s*)`;
  return [...code.matchAll(new RegExp(`(?:${places.join('|')})${hears}`, 'g'))].map(({ index, 0: all }) =>
    bodyAt(code, index + all.length),
  );
}

const CALL = /^\s*(?:return\s+)?(\w+)\(\s*(?:(this|event|\$event)\b\s*)?(?:[^()]*)\)\s*;?\s*$/;

/** The code that events of an element run: that of its attributes, or of functions which these call, and of scripts. */
export function codesOf(page: Page, element: MarkupElement, ...events: readonly string[]): readonly string[] {
  const written = events.flatMap((event) => {
    const code = doneOn(element, event);
    const [, name, given] = CALL.exec(code ?? '') ?? [];
    return code === undefined ? [] : [name === undefined ? code : (calledBy(page, name, given) ?? code)];
  });
  return [...written, ...heardOf(page, element, events.join('|'))];
}

/** The body of a function of a script, with `this` in the place of the element that it is given. */
function calledBy(page: Page, name: string, given: string | undefined): string | undefined {
  const file = page.markup.root.handlers.get('file');
  for (const code of [...scriptsById(page).map(([, each]) => each), ...(file === undefined ? [] : [file])]) {
    const body = functionIn(code, name);
    if (body === undefined) continue;
    const [, taken] =
      new RegExp(String.raw`\bfunction\s+${name}\s*\(\s*(\w+)|\b${name}\s*=\s*\(?\s*(\w+)\s*\)?\s*=>`).exec(code) ?? [];
    return given === 'this' && taken !== undefined
      ? body.replace(new RegExp(String.raw`(?<![\w.$])${taken}(?=\.)`, 'g'), 'this')
      : body;
  }
  return undefined;
}

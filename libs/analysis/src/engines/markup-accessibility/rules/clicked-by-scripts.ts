import type { MarkupElement } from '../markup';
import { blockFrom, functionIn } from '../read/blocks';
import { type Matches, matcherOf } from '../style/selectors';
import { doneOn } from './handlers';
import type { Page } from './page';
import { scriptsOf } from './page-scripts';

const QUOTED = String.raw`['"\`]([^'"\`]{1,80})['"\`]`;
const FOUND =
  String.raw`(?:document\s*\.\s*)?(?:(getElementById|querySelector|querySelectorAll|getElementsByClassName)` +
  String.raw`\(\s*${QUOTED}\s*\)|(\$|jQuery)\(\s*${QUOTED}\s*\))`;
const KEPT = new RegExp(String.raw`\b(?:const|let|var)\s+(\$?\w+)\s*=\s*${FOUND}\s*[;,\n]`, 'g');
const EACH_OF_FOUND = new RegExp(
  String.raw`${FOUND}\s*[\])]?\s*\)?\s*\.(?:forEach|map)\(\s*(?:function\s*\w*\s*)?\(?\s*(\w+)`,
  'g',
);
/** `for (const card of document.querySelectorAll('.card'))` */
const ONE_OF_FOUND = new RegExp(String.raw`\bfor\s*\(\s*(?:const|let|var)\s+(\w+)\s+of\s+${FOUND}`, 'g');
const EACH_OF_KEPT =
  /(\w+)\.forEach\(\s*(?:function\s*\w*\s*)?\(?\s*(\w+)|\bfor\s*\(\s*(?:const|let|var)\s+(\w+)\s+of\s+(\w+)\s*\)/g;
const CLICK = ['click', 'click touchstart', 'click tap'].map((each) => `['"]${each}['"]`).join('|');
const HEARS =
  String.raw`(?:\[\w+\])?\s*\.\s*(?:(?:addEventListener|on|bind)\(\s*(?:${CLICK})\s*,\s*(?:${QUOTED}\s*,\s*)?|` +
  String.raw`onclick\s*=(?!=)\s*|click\(\s*(?=\w|\())`;
const ON_FOUND = new RegExp(FOUND + HEARS, 'g');
const ON_KEPT = new RegExp(String.raw`(?<![\w.$])(\$?\w+)${HEARS}`, 'g');
const FUNCTION = /^(?:async\s+)?(?:function\s*\w*\s*\([^()]*\)\s*\{|(?:\([^()]*\)|\w+)\s*=>\s*(\{)?)/;
/** An arrow function without a block is short. */
const LONGEST_ARROW = 200;

interface Heard {
  readonly matches: Matches;
  readonly code: string;
}

const selectorOf = (way: string | undefined, name: string): string =>
  way === 'getElementById' ? `#${name}` : way === 'getElementsByClassName' ? `.${name.trim()}` : name;

const KNOWN = new WeakMap<Page, readonly Heard[]>();

/** The code that scripts of the page run when elements are clicked which they find by selectors. */
function heardBy(page: Page): readonly Heard[] {
  const known = KNOWN.get(page);
  if (known) return known;
  const heard = scriptsOf(page)
    .flatMap(([, code]) => (/click/.test(code) ? [...heardIn(code)] : []))
    .flatMap(({ selector, code }) => {
      const matches = matcherOf(selector);
      return matches ? [{ matches, code }] : [];
    });
  KNOWN.set(page, heard);
  return heard;
}

function* heardIn(code: string): Generator<{ readonly selector: string; readonly code: string }> {
  const names = keptIn(code);
  for (const { index, 0: all, 1: way, 2: found, 3: jquery, 4: sought, 5: delegated } of code.matchAll(ON_FOUND)) {
    const selector = delegated ?? selectorOf(way ?? jquery, (found ?? sought)!);
    yield { selector, code: bodyAt(code, index + all.length) };
  }
  for (const { index, 0: all, 1: name = '', 2: delegated } of code.matchAll(ON_KEPT)) {
    const selector = delegated ?? names.get(name) ?? `#${name.replace('$', '')}`;
    yield { selector, code: bodyAt(code, index + all.length) };
  }
  for (const { index, 0: all } of code.matchAll(HEARS_BELOW)) {
    const body = bodyAt(code, index + all.length);
    const [, tag, selector] = BY_TARGET.exec(body) ?? [];
    // A list of what the click is not for names other elements.
    if (tag !== undefined || selector !== undefined) yield { selector: tag?.toLowerCase() ?? selector!, code: body };
  }
  for (const { index, 0: all, 1: selector = '' } of code.matchAll(DELEGATED))
    yield { selector, code: bodyAt(code, index + all.length) };
}

/** A listener that asks which of the elements in it was clicked: `if (event.target.matches('.tea'))`. */
const HEARS_BELOW = /\.addEventListener\(\s*['"]click['"]\s*,\s*/g;
const BY_TARGET = new RegExp(
  String.raw`\bif\s*\(\s*\w+\.target\.(?:(?:tagName|nodeName)\s*={2,3}\s*['"](LI|DIV|SPAN|TD|TR|P|IMG)['"]|` +
    String.raw`matches\(\s*${QUOTED}\s*\))`,
);

const DELEGATED = new RegExp(
  String.raw`(?:\$|jQuery)\(\s*(?:document|window|document\.body)\s*\)\.on\(\s*(?:${CLICK})\s*,\s*${QUOTED}\s*,\s*`,
  'g',
);

/** The selectors of the elements that variables of a script keep, and that its loops go through. */
function keptIn(code: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [, name = '', way, found, jquery, sought] of code.matchAll(KEPT))
    names.set(name, selectorOf(way ?? jquery, (found ?? sought)!));
  for (const [, way, found, jquery, sought, each = ''] of code.matchAll(EACH_OF_FOUND))
    names.set(each, selectorOf(way ?? jquery, (found ?? sought)!));
  for (const [, each = '', way, found, jquery, sought] of code.matchAll(ONE_OF_FOUND))
    names.set(each, selectorOf(way ?? jquery, (found ?? sought)!));
  for (const [, list, each, one, of] of code.matchAll(EACH_OF_KEPT)) {
    const selector = names.get(list ?? of ?? '');
    if (selector !== undefined && !names.has((each ?? one)!)) names.set((each ?? one)!, selector);
  }
  return names;
}

/** The body of the function that stands at a place, or of the one that is named there. */
export function bodyAt(code: string, begin: number): string {
  const rest = code.slice(begin, begin + LONGEST_ARROW);
  const [head, brace] = FUNCTION.exec(rest) ?? [];
  if (head === undefined) return functionIn(code, /^\$?\w+/.exec(rest)?.[0] ?? '') ?? '';
  return head.endsWith('{') || brace
    ? blockFrom(code, begin + head.length)
    : rest.slice(head.length).split(/[;\n]/)[0]!;
}

const CALL = /^\s*(?:javascript:)?\s*(?:return\s+)?(\w+)\([^()]*\)\s*;?\s*(?:return\s+(?:true|false)\s*;?)?\s*$/;

/**
 * The code that a click on an element runs: that of its attribute, or of the function which it calls, and that of
 * listeners which scripts of the page add. Undefined if nothing listens.
 */
export function codeOfClick(page: Page, element: MarkupElement): string | undefined {
  const parts: string[] = [];
  const written = doneOn(element, 'click');
  if (written !== undefined) {
    const [, name] = CALL.exec(written) ?? [];
    const bodies = name === undefined ? [] : scriptsOf(page).flatMap(([, code]) => functionIn(code, name) ?? []);
    parts.push(bodies[0] ?? written);
  }
  for (const { matches, code } of heardBy(page)) if (matches(element)) parts.push(code);
  return parts.length === 0 ? undefined : parts.join('\n');
}

/** Whether a script listens to clicks on an element. */
export const isClickedByScript = (page: Page, element: MarkupElement): boolean =>
  heardBy(page).some(({ matches }) => matches(element));

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

/** The ways in which scripts listen to an event. */
interface Listening {
  readonly onFound: RegExp;
  readonly onKept: RegExp;
  /** A listener that asks which of the elements in it is meant: `if (event.target.matches('.tea'))`. */
  readonly below: RegExp;
  /** `$(document).on('change', '.tea', …)` */
  readonly delegated: RegExp;
}

/** @param events one event, or several with `|` between */
function listeningTo(events: string): Listening {
  const named = String.raw`['"](?:[\w ]+ )?(?:${events})(?: [\w ]+)?['"]`;
  const hears =
    String.raw`(?:\[\w+\])?\s*\.\s*(?:(?:addEventListener|on|bind)\(\s*${named}\s*,\s*(?:${QUOTED}\s*,\s*)?|` +
    String.raw`on(?:${events})\s*=(?!=)\s*|(?:${events})\(\s*(?=\w|\())`;
  return {
    onFound: new RegExp(FOUND + hears, 'g'),
    onKept: new RegExp(String.raw`(?<![\w.$])(\$?\w+)${hears}`, 'g'),
    below: new RegExp(String.raw`\.addEventListener\(\s*${named}\s*,\s*`, 'g'),
    delegated: new RegExp(
      String.raw`(?:\$|jQuery)\(\s*(?:document|window|document\.body)\s*\)\.on\(\s*${named}\s*,\s*${QUOTED}\s*,\s*`,
      'g',
    ),
  };
}
const FUNCTION = /^(?:async\s+)?(?:function\s*\w*\s*\([^()]*\)\s*\{|(?:\([^()]*\)|\w+)\s*=>\s*(\{)?)/;
/** An arrow function without a block is short. */
const LONGEST_ARROW = 200;

interface Heard {
  readonly matches: Matches;
  readonly code: string;
}

const selectorOf = (way: string | undefined, name: string): string =>
  way === 'getElementById' ? `#${name}` : way === 'getElementsByClassName' ? `.${name.trim()}` : name;

const KNOWN = new WeakMap<Page, Map<string, readonly Heard[]>>();

/** The code that scripts of the page run on an event of elements which they find by selectors. */
function heardBy(page: Page, events: string): readonly Heard[] {
  const all = KNOWN.get(page) ?? new Map<string, readonly Heard[]>();
  KNOWN.set(page, all);
  const known = all.get(events);
  if (known) return known;
  const named = new RegExp(events);
  const heard = scriptsOf(page)
    .flatMap(([, code]) => (named.test(code) ? [...heardIn(code, events)] : []))
    .flatMap(({ selector, code }) => {
      const matches = matcherOf(selector);
      return matches ? [{ matches, code }] : [];
    });
  all.set(events, heard);
  return heard;
}

/** The same of an element, where a script does not find it by its id. */
export const heardBySelectors = (page: Page, element: MarkupElement, events: string): readonly string[] =>
  heardBy(page, events).flatMap(({ matches, code }) => (matches(element) ? [code] : []));

const WAYS = new Map<string, Listening>();

function* heardIn(code: string, events: string): Generator<{ readonly selector: string; readonly code: string }> {
  const names = keptIn(code);
  const ways = WAYS.get(events) ?? listeningTo(events);
  WAYS.set(events, ways);
  for (const { index, 0: all, 1: way, 2: found, 3: jquery, 4: sought, 5: delegated } of code.matchAll(ways.onFound)) {
    const selector = delegated ?? selectorOf(way ?? jquery, (found ?? sought)!);
    yield { selector, code: bodyAt(code, index + all.length) };
  }
  for (const { index, 0: all, 1: name = '', 2: delegated } of code.matchAll(ways.onKept)) {
    const selector = delegated ?? names.get(name) ?? `#${name.replace('$', '')}`;
    yield { selector, code: bodyAt(code, index + all.length) };
  }
  for (const { index, 0: all } of code.matchAll(ways.below)) {
    const body = bodyAt(code, index + all.length);
    const [, tag, matched, closest] = BY_TARGET.exec(body) ?? [];
    const selector = matched ?? closest;
    // A list of what the click is not for names other elements.
    if (tag !== undefined || selector !== undefined) yield { selector: tag?.toLowerCase() ?? selector!, code: body };
  }
  for (const { index, 0: all, 1: selector = '' } of code.matchAll(ways.delegated))
    yield { selector, code: bodyAt(code, index + all.length) };
}

const BY_TARGET = new RegExp(
  String.raw`\bif\s*\(\s*\w+\.target\.(?:(?:tagName|nodeName)\s*={2,3}\s*['"](LI|DIV|SPAN|TD|TR|P|IMG)['"]|` +
    String.raw`matches\(\s*${QUOTED}\s*\))|` +
    // A list in which one of the entries was clicked.
    String.raw`\b(?:const|let|var)\s+\w+\s*=\s*\w+\.target\.closest\(\s*${QUOTED}\s*\)`,
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
  for (const { matches, code } of heardBy(page, 'click')) if (matches(element)) parts.push(code);
  return parts.length === 0 ? undefined : parts.join('\n');
}

/** Whether a script listens to clicks on an element. */
export const isClickedByScript = (page: Page, element: MarkupElement): boolean =>
  heardBy(page, 'click').some(({ matches }) => matches(element));

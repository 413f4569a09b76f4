import { type MarkupElement, isHtml } from '../markup';
import { blockFrom, functionIn } from '../read/blocks';
import { doneOn } from './handlers';
import type { Fault, Page, Rule } from './page';
import { listenersOf, scriptsOf } from './page-scripts';

const EVENT = String.raw`['"]key(?:down|press|up)['"]\s*,`;
const HANDLER = String.raw`onkey(?:down|press|up)\s*=`;
const OF_DOM = String.raw`(?:document|window|document\.body)\.(?:addEventListener\(\s*${EVENT}|${HANDLER})`;
const OF_JQUERY = String.raw`\$\((?:document|window)\)\.(?:on\(\s*${EVENT}|key(?:down|press|up)\()`;
const TAKES = String.raw`(?:\w+|\{\s*\w+\s*\})(?:\s*:\s*[\w.<>]+)?`;
const FUNCTION = String.raw`(?:async\s+)?(?:function\s*\w*\s*\(\s*${TAKES}\s*\)|\(?\s*${TAKES}\s*\)?\s*=>)\s*\{`;
/** `document.addEventListener('keydown', (event) => {` and its forms, up to the body of the function. */
const OF_ANGULAR = String.raw`@HostListener\(\s*['"](?:document|window|body):key(?:down|up|press)['"][^)]*\)\s*`;
const LISTENS = new RegExp(
  String.raw`(?:\b${OF_DOM}|${OF_JQUERY})\s*${FUNCTION}|${OF_ANGULAR}\w+\([^()]*\)\s*(?::\s*\w+\s*)?\{`,
  'g',
);
/** The same with a function without a block. */
const LISTENS_SHORTLY = new RegExp(
  String.raw`(?:\b${OF_DOM}|${OF_JQUERY})\s*\(?\s*${TAKES}\s*\)?\s*=>\s*(?!\{)([^\n;]{1,200})`,
  'g',
);
const ONE = String.raw`['"]([\p{L}\p{N}!?/.,+-])['"]`;
const KEY = new RegExp(
  [
    String.raw`\bkey(?:\.toLowerCase\(\))?\s*===?\s*${ONE}|case\s+${ONE}\s*:`,
    String.raw`\[\s*${ONE}(?:\s*,\s*['"].['"])*\s*\]\.includes\(\s*(?:\w+\.)?key\b`,
    String.raw`\.code\s*===?\s*['"]Key(\p{L})['"]`,
    String.raw`\/\^?\[([\p{L}\p{N}])[^\]]*\]\$?\/\w*\.test\(\s*(?:\w+\.)?key\b`,
    String.raw`String\.fromCharCode\(\s*\w+\.(?:which|keyCode|charCode)\s*\)(?:\.toLowerCase\(\))?\s*===?\s*${ONE}`,
  ].join('|'),
  'u',
);
/** A listener that stands elsewhere in the script: `document.addEventListener('keydown', onKey)`. */
const NAMED = new RegExp(
  String.raw`\b(?:document|window|document\.body)\.addEventListener\(\s*${EVENT}\s*(\w+)\s*[,)]`,
  'g',
);
/** The functions of a script, by the key that calls each: `const keys = { n: next }`, and `keys[event.key]`. */
const BY_KEY = /\b(\w+)\[\s*(?:\w+\.)?key\s*\]/;
/** Code that asks for a second key, or where the key is pressed. */
const LIMITED = new RegExp(
  [
    String.raw`\b(?:ctrlKey|metaKey|altKey|getModifierState|activeElement|contains\(|closest\(|\w*[eE]nabled)\b`,
    String.raw`settings|[sS]hortcuts\b|tagName|nodeName|isContentEditable|\.checked\b`,
  ].join('|'),
);
/** The codes of letters and digits, as `which` and `keyCode` have them. */
const NUMBER = '(4[89]|5[0-7]|6[5-9]|[78]\\d|90|9[7-9]|1[01]\\d|12[0-2])';
const CODE = new RegExp(
  String.raw`\b(?:which|keyCode|charCode)\s*={2,3}\s*${NUMBER}\b|` +
    String.raw`\bswitch\s*\(\s*\w+\.(?:which|keyCode|charCode)\s*\)[^]*?\bcase\s+${NUMBER}\s*:`,
);
/** A table of such codes, of which code takes the one that was pressed. */
const BY_CODE = /\b(\w+)\[\s*(?:\w+\.)?(?:which|keyCode|charCode)\s*\]/;
/** Libraries of shortcuts with one key. */
const BINDS = /\b(?:Mousetrap\.bind|hotkeys|useHotkeys)\(\s*['"]([\p{L}\p{N}?])['"]\s*,/u;

/** The code that runs when a key is pressed anywhere on the page. */
function* heardAnywhere(page: Page): Generator<readonly [MarkupElement, string, string]> {
  for (const [element, code] of [...scriptsOf(page), ...listenersOf(page)]) {
    for (const { index, 0: head } of code.matchAll(LISTENS))
      yield [element, blockFrom(code, index + head.length), code];
    for (const [, body = ''] of code.matchAll(LISTENS_SHORTLY)) yield [element, body, code];
    for (const [, name = ''] of code.matchAll(NAMED)) {
      const body = functionIn(code, name);
      if (body !== undefined) yield [element, body, code];
    }
  }
  for (const element of page.markup.elements)
    if (isHtml(element, 'body', 'svelte:window', 'svelte:document', 'svelte:body'))
      for (const event of ['keydown', 'keyup', 'keypress']) {
        const body = doneOn(element, event);
        if (body !== undefined) yield [element, body, ''];
      }
}

/** `@keydown.window.n` of Alpine, and `(document:keydown.n)` of Angular. */
const BY_ATTRIBUTE = new RegExp(
  String.raw`^(?:(?:@|x-on:|v-on:)key(?:down|up|press)(?=[\w.]*\.(?:window|document)\b)` +
    String.raw`(?:\.(?:window|document|prevent|stop))*\.(\p{L}|slash|period|comma|question)` +
    String.raw`(?:\.(?:window|document|prevent|stop))*|\((?:document|window|body):key(?:down|up)\.(\p{L})\))$`,
  'u',
);
/** The same as a decorator: `@HostListener('document:keydown.n')`. */
const BY_DECORATOR = /@HostListener\(\s*['"](?:document|window|body):key(?:down|up)\.(\p{L})['"]/u;

/** Keys alone that attributes and decorators name. */
function* keysOfFrameworks(page: Page): Generator<Fault> {
  for (const element of page.markup.elements)
    for (const name of element.attributes.keys()) {
      const [, first, second] = BY_ATTRIBUTE.exec(name) ?? [];
      const key = first ?? second;
      if (key !== undefined)
        yield {
          element,
          message: `The key "${key}" alone does something wherever it is pressed, and nothing turns it off`,
        };
    }
  for (const [element, code] of listenersOf(page)) {
    const [, key] = BY_DECORATOR.exec(code) ?? [];
    if (key !== undefined)
      yield {
        element,
        message: `The key "${key}" alone does something wherever it is pressed, and nothing turns it off`,
      };
  }
}

/** The key that code asks for, and nothing with it. */
function keyIn(body: string, code: string): string | undefined {
  if (LIMITED.test(body)) return undefined;
  const [, ...keys] = KEY.exec(body) ?? [];
  const [, compared, chosen] = CODE.exec(body) ?? [];
  const number = compared ?? chosen;
  const [, table = ''] = BY_KEY.exec(body) ?? [];
  const [, listed] =
    (table !== '' && new RegExp(String.raw`\b${table}\s*=\s*\{\s*['"]?(\p{L})['"]?\s*:`, 'u').exec(code)) || [];
  const [, codes = ''] = BY_CODE.exec(body) ?? [];
  const [, coded] =
    (codes !== '' &&
      new RegExp(String.raw`\b${codes}\s*=\s*\{\s*['"]?(4[89]|5[0-7]|6[5-9]|[78]\d|90)['"]?\s*:`).exec(code)) ||
    [];
  if (coded !== undefined) return String.fromCharCode(Number(coded));
  return keys.find((each) => each !== undefined) ?? listed ?? (number && String.fromCharCode(Number(number)));
}

/** A key that does something wherever it is pressed: words that somebody dictates press it, too. */
function* singleKeys(page: Page): Generator<Fault> {
  for (const [element, code] of [...scriptsOf(page), ...listenersOf(page)]) {
    const [, bound] = BINDS.exec(code) ?? [];
    if (bound !== undefined && !LIMITED.test(code))
      yield { element, message: `The key "${bound}" alone does something, and nothing turns it off` };
  }
  yield* keysOfFrameworks(page);
  const told = new Set<MarkupElement>();
  for (const [element, body, code] of heardAnywhere(page)) {
    const key = told.has(element) ? undefined : keyIn(body, code);
    if (key === undefined) continue;
    told.add(element);
    yield {
      element,
      message: `The key "${key}" alone does something wherever it is pressed, and nothing turns it off`,
    };
  }
}

export const singleKeyRules: Readonly<Record<string, Rule>> = { 'single-key-shortcut': singleKeys };

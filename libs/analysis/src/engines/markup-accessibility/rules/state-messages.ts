import {
  type MarkupElement,
  type MarkupText,
  ancestorsOf,
  attributeOf,
  contentOf,
  isHtml,
  textOf,
  tokensOf,
} from '../markup';
import { mountedIn } from '../read/timers';
import { isAnnounced } from './announced';
import { isOfBrowser, listensTo } from './handlers';
import { type Fault, type Page, tagOf } from './page';

/** The same of a text that stands in the page. */
const OF_DONE = new RegExp(
  String.raw`\b(?:saved|sent|success(?:ful(?:ly)?)?|thanks?|added|copied|updated|failed|deleted|removed|received|` +
    String.raw`booked|ordered|uploaded|subscribed|registered|submitted|created|could not|try again|went wrong)\b`,
  'i',
);
/** Names of what keeps a message, whatever is written into it. */
const NAMES_MESSAGE = new RegExp(
  String.raw`^(?:\w*(?:msg|message|notice|notification|feedback|toast|statusText|confirmation)|` +
    String.raw`(?:\w*[a-z])?(?:Error|error)s?(?:Text)?|err|success\w*|flash)$`,
  'i',
);
/** Words of messages about what somebody did. */
const OF_MESSAGE = new RegExp(
  String.raw`\b(?:saved|sent|success(?:ful(?:ly)?)?|thanks?|error|added|copied|updated|failed|deleted|removed|` +
    String.raw`received|booked|ordered|uploaded|subscribed|registered|submitted|created|invalid|wrong|required|` +
    String.raw`could not|cannot|can't|unable|try again|please|loading|sending|saving|searching|done|found|` +
    String.raw`not available|incorrect|must be|too (?:short|long|many))\b`,
  'i',
);
const SHOWS_ONE = /^\s*(?:this\.)?\$?([A-Za-z_]\w*)(?:\(\))?((?:\??\.\w+)*)\s*$/;
const CHOSEN = /^\s*!*\(?\s*(?:this\.)?\$?([A-Za-z_]\w*)/;
const BOXES = ['p', 'div', 'span', 'strong', 'small', 'b', 'em', 'section', 'figcaption', 'h2', 'h3', 'h4'];
const LITERAL = /(['"`])((?:(?!\1)[^\\\n]|\\.){3,200})\1/g;
/** Code after the beginning of a value that is looked through. */
const REACH = 240;
const CONDITIONS = ['*ngif', 'x-show', 'x-if', 'v-show', 'v-if', 'ng-if', 'ng-show'];
/** Components, by their names, that may announce what is in them or give it the focus. */
const MAY_ANNOUNCE =
  /alert|toast|snack|notif|live|status|message|dialog|modal|drawer|announce|error|banner|tooltip|pop/i;

/** A message that the state of a component keeps, which code sets when something was done, and nobody hears of. */
export function* messagesOfState(page: Page): Generator<Fault> {
  const { root, isPage, isTemplate, elements } = page.markup;
  const file = root.handlers.get('file');
  const isWithoutCode = file === undefined && isTemplate && !isPage && elements.some(isOfBrowser);
  if (isPage || (file === undefined && !isWithoutCode)) return;
  if (file !== undefined && (file.length > LONGEST_FILE || /announce|aria-?live/i.test(file))) return;
  if (!elements.some((each) => isHtml(each, 'form', 'button', 'input', 'select', 'textarea') || isPressed(each)))
    return;
  const code = file === undefined ? undefined : withoutStart(file);
  for (const element of page.elements) {
    if (!isHtml(element, ...BOXES) || isAnnounced(element, false)) continue;
    const shown = shownIn(element);
    if (shown === undefined || mayBeAnnouncedAround(element)) continue;
    const { name, text } = shown;
    const isOwn = text === '' && NAMES_MESSAGE.test(name) && CHOSEN.exec(conditionAround(element) ?? '')?.[1] === name;
    const isResult = code !== undefined && text === '' && isCalledResult(element) && isFilledLater(name, code);
    if (!isResult && (code === undefined ? !isOwn : !isSetToMessage(name, code, text))) continue;
    yield { element, message: `Code puts a message into ${tagOf(element)}, and screen readers do not announce it` };
    return;
  }
}

/** Classes of places for the result of what somebody did. */
const RESULT = /^(?:[\w-]*[-_])?(?:result|status|message|msg|feedback|answer|outcome|notice)$/i;
const isCalledResult = (element: MarkupElement): boolean =>
  tokensOf(attributeOf(element, 'class')).some((name) => RESULT.test(name));

/** Whether code empties a state, and gives it what it has waited for. */
const isFilledLater = (name: string, code: string): boolean =>
  /\bawait\b|\.then\(/.test(code) &&
  [...valuesSet(name, code)].some((each) => /\bawait\b|\b(?:res|response|data|json)\b/.test(each));

/** Longer files are of programs. */
const LONGEST_FILE = 40_000;

const isPressed = (element: MarkupElement): boolean => listensTo(element, 'click', 'submit');

/** The code of a component without what runs when the component comes. */
const withoutStart = (file: string): string =>
  mountedIn(file).reduce((code, body) => (body === '' ? code : code.replace(body, '')), file);

/** The text of an element, or the state that has it. */
interface ShownState {
  /** The name of the state that decides about the text, or has it. */
  readonly name: string;
  /** The text that stands in the element; empty if a state has it. */
  readonly text: string;
}

function shownIn(element: MarkupElement): ShownState | undefined {
  const content = contentOf(element);
  if (content.length === 0 || !content.every((each): each is MarkupText => each.kind === 'text')) return undefined;
  const unknown = content.filter(({ text }) => text === null);
  const text = textOf(element).trim();
  if (unknown.length > 1 || text.length > LONGEST_TEXT) return undefined;
  const [only] = unknown;
  if (only === undefined) {
    const name = CHOSEN.exec(conditionAround(element) ?? '')?.[1];
    return name === undefined || !OF_DONE.test(text) || !element.handlers.has('sometimes') ? undefined : { name, text };
  }
  const [, name, path = ''] = SHOWS_ONE.exec(only.shows ?? '') ?? [];
  return name === undefined || path.split('.').length > 3 ? undefined : { name, text: '' };
}

const LONGEST_TEXT = 140;

/** The code of the condition by which the element is there. */
export function conditionAround(element: MarkupElement): string | undefined {
  const own = CONDITIONS.map((name) => attributeOf(element, name)).find((each) => each !== undefined);
  return own ?? (element.handlers.get('sometimes') || element.handlers.get('conditional'));
}

const mayBeAnnouncedAround = (element: MarkupElement): boolean =>
  [element, ...ancestorsOf(element)].some(
    (each) =>
      each.handlers.has('repeated') ||
      each.attributes.has('tabindex') ||
      isHtml(each, 'button', 'label', 'a', 'li', 'td', 'th', 'option', 'legend', 'summary') ||
      (each.opaque && each.parent !== undefined && MAY_ANNOUNCE.test(each.name)),
  );

/** Whether code gives a state a message, or says that one is there whose text stands in the page. */
function isSetToMessage(name: string, code: string, text: string): boolean {
  const ofAction = String.raw`\[\s*${name}\b[^=]*\]\s*=\s*(?:React\w*\.)?use(?:Action|Form)State\(`;
  if (text === '' && new RegExp(ofAction).test(code)) return true;
  const values = [...valuesSet(name, code)];
  if (text !== '') return values.some((each) => /^\s*(?:true|!0|['"`]\w)/.test(each));
  const isNamed = NAMES_MESSAGE.test(name);
  return values.some((value) => {
    const texts = [...value.matchAll(LITERAL)].map(([, , literal = '']) => literal);
    return (
      texts.some((each) => IS_SENTENCE.test(each) && (isNamed || OF_MESSAGE.test(each) || IS_WHOLE.test(each))) ||
      (isNamed && IS_ERROR.test(value))
    );
  });
}

const IS_SENTENCE = /\p{L}{2,}[\s,]+\p{L}|^\p{Lu}\p{L}{3,}[.!…]?$/u;
/** A sentence to its end. */
const IS_WHOLE = /^\p{Lu}[^?]*\s[^?]*[.!…]$/u;
/** An error that was caught, or the answer of a server. */
const IS_ERROR =
  /^\s*(?:\w+\.)*(?:e|err|error|ex|response|res|data|result)\w*(?:\??\.\w+)*\??\.(?:message|msg|error|detail)\b/;

/** The beginnings of the values that code gives a state of React, Vue, Svelte or Angular. */
function* valuesSet(name: string, code: string): Generator<string> {
  const setter = new RegExp(String.raw`\[\s*${name}\s*,\s*(\w+)\s*\]\s*=\s*(?:React\.)?useState\b`).exec(code)?.[1];
  // A property of JSX looks like the value of a variable of Svelte.
  const isVariable = new RegExp(String.raw`\blet\s+${name}\b`).test(code);
  const ways = [
    ...(setter === undefined ? [] : [String.raw`(?<![\w.$])${setter}\(`]),
    String.raw`(?<![\w.$])${name}\.value\s*=(?!=)`,
    String.raw`\bthis\.${name}(?:\.\w+)?\s*=(?!=)`,
    String.raw`(?<![\w.$])(?:this\.)?${name}\.set\(`,
    ...(isVariable ? [String.raw`(?<=[;{}()\n>]\s*)(?<!\b(?:let|const|var)\s+)${name}(?:\.\w+)?\s*=(?![=>])`] : []),
  ];
  for (const { index, 0: all } of code.matchAll(new RegExp(ways.join('|'), 'g')))
    yield code.slice(index + all.length, index + all.length + REACH).split(/;\s*\n|\n\s*\n|;\s|;$|\)\s*;|\n\s*\}/)[0]!;
}

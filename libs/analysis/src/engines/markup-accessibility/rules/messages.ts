import {
  type MarkupElement,
  ancestorsOf,
  attributeOf,
  contentOf,
  elementsIn,
  isComponent,
  isHtml,
  textOf,
  tokensOf,
} from '../markup';
import { functionIn } from '../read/blocks';
import { explicitRole, inputType } from '../semantics/roles';
import { ANNOUNCED, isAnnounced } from './announced';
import { doneOn, isOfBrowser, listensTo } from './handlers';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { BY_ID, KEEPS, assignedIn, keptIn, scriptsById } from './page-scripts';
import { conditionAround, messagesOfState } from './state-messages';

const WORDS = [
  ...['status', 'message', 'msg', 'toast', 'snackbar', 'notification', 'notice', 'alert', 'feedback'],
  ...['results?', 'errors?', 'success', 'saved', 'snack', 'confirmation', 'warning', 'response', 'outcome'],
].join('|');
const MESSAGE = new RegExp(String.raw`^(?:[\w-]*[-_])?(?:${WORDS})(?:[-_][\w-]*)?$`, 'i');
const LONGEST_NAME = 60;
const TEXT = String.raw`\s*\.\s*(?:(?:textContent|innerText|innerHTML)\s*=(?!=)|(?:text|html)\(\s*[^)\s])`;
const WRITES = new RegExp(BY_ID + TEXT, 'g');
/** Code that does something when a control was used. */
const HEARS_USE = new RegExp(
  String.raw`['"](?:click|submit|change|input)['"]|\bon(?:click|submit|change|input)\s*=|` +
    String.raw`\.(?:click|submit|change)\(\s*(?:function|\()`,
);
/** Words that a script writes. */
const WORDS_WRITTEN = /^(?:[\w.]{1,40}\s*\+\s*)?["'`](?:<(?:strong|b|em|span|p)>)?(?!<)[^"'`]*\p{L}{3}/u;

/** A message that a script puts into the page, and that screen readers do not announce. */
function* unannouncedMessages(page: Page): Generator<Fault> {
  yield* messagesOfTemplates(page);
  const told = new Set<string>();
  for (const [, code] of scriptsById(page)) {
    const written = [...code.matchAll(WRITES)].map(([, id = '']) => id);
    for (const [, name = '', id = ''] of code.matchAll(KEEPS))
      if (new RegExp(String.raw`\b${name}${TEXT}`).test(code)) written.push(id);
    // A query of the screen changes, too.
    const isUsed = HEARS_USE.test(code) && !code.includes('matchMedia(');
    const spoken = new Set(wordsWrittenIn(isUsed ? code : calledInMarkup(page, code)));
    for (const id of [...written, ...spoken]) {
      const element = foundBy(page, id);
      if (!element || told.has(id) || isAnnounced(element)) continue;
      const isSpoken = spoken.has(id) && (isEmptyPlace(element) || isCount(element));
      if (!isMessage(element) && !isSpoken && !(isUsed && isNumber(element))) continue;
      // A script that gives it the focus, or a role, announces it.
      if (code.includes('.focus(') || /['"](?:role|aria-live)['"]|ariaLive/.test(code)) continue;
      told.add(id);
      yield { element, message: `A script writes into ${tagOf(element)}, and screen readers do not announce it` };
    }
  }
}

/** The code of functions that elements of the page call when they are used. */
const calledInMarkup = (page: Page, code: string): string =>
  page.markup.elements
    .flatMap((each) => ['click', 'submit', 'change', 'input'].flatMap((event) => doneOn(each, event) ?? []))
    .flatMap((called) => functionIn(code, /^\s*(?:return\s+)?(\w+)\(/.exec(called)?.[1] ?? '') ?? [])
    .join('\n');

const COUNT = /^(?:[\w-]*[-_])?(?:count|counter|cart|basket|hits|found|output|answer)(?:[-_][\w-]*)?$/i;

/** “12 courses” */
const NUMBER_OF = /^\d+ \p{L}{3,}/u;

/** A short text that says how much of something there is. */
const isCount = (element: MarkupElement): boolean =>
  isHtml(element, 'p', 'div', 'span', 'strong', 'small', 'b') &&
  textOf(element).trim().length < LONGEST_NAME &&
  (NUMBER_OF.test(textOf(element).trim()) ||
    [attributeOf(element, 'id'), ...tokensOf(attributeOf(element, 'class'))].some((name) => COUNT.test(name ?? '')));

const OF_NUMBER = /\b(?:basket|cart|bag|results?|items?|hits|found|points|score|selected)\b/i;

/** A number that words beside it tell the meaning of: “In your basket: 0”. */
const isNumber = (element: MarkupElement): boolean =>
  isHtml(element, 'span', 'strong', 'b', 'output') &&
  /^\d+$/.test(textOf(element).trim()) &&
  element.parent !== undefined &&
  isHtml(element.parent, 'p', 'div', 'span', 'h2', 'h3') &&
  textOf(element.parent).length < LONGEST_NAME &&
  OF_NUMBER.test(textOf(element.parent));

const SHOWS = new RegExp(
  String.raw`(?:\b(\w+)|['"]([#.]?[\w-]+)['"]\s*\))\s*\.(?:style\.display\s*=\s*['"](?:block|inline|flex)|` +
    String.raw`style\.visibility\s*=\s*['"]visible|style\.opacity\s*=\s*['"]?1\b|` +
    String.raw`hidden\s*=\s*(?:false|!1)|` +
    String.raw`classList\.(?:remove|toggle)\(\s*['"](?:hidden|d-none|hide|is-hidden|invisible)\b|` +
    String.raw`classList\.add\(\s*['"](?:show|visible|is-visible|shown|open|active)['"]|` +
    String.raw`removeAttribute\(\s*['"]hidden|` +
    String.raw`(?:show|fadeIn|slideDown)\(|removeClass\(\s*['"](?:hidden|d-none|hide)\b)`,
  'g',
);
const OF_MESSAGE = new RegExp(
  String.raw`\b(?:saved|sent|success(?:ful(?:ly)?)?|thank|error|added|copied|updated|failed|deleted|removed|` +
    String.raw`received|booked|ordered|uploaded)\b`,
  'i',
);
const LONGEST_MESSAGE = 140;
/** “Loading the courses…” */
const OF_WAIT = /^(?:loading|searching|sending|please wait)\b/i;

/** A message that stands hidden in the page until a script shows it, and that nobody hears. */
function* shownMessages(page: Page): Generator<Fault> {
  if (!page.markup.isPage || page.markup.isTemplate) return;
  for (const [, code] of scriptsById(page)) {
    if (code.includes('.focus(') || /['"](?:role|aria-live)['"]|ariaLive|showModal/.test(code)) continue;
    const kept = keptIn(code);
    for (const [, name = '', found] of code.matchAll(SHOWS)) {
      const element = foundBy(page, found ?? kept.get(name) ?? name);
      if (!element || page.exposures.isSeen(element) || isAnnounced(element)) continue;
      const [words, inside] = [textOf(element).trim(), [...elementsIn(element)]];
      const isPlain = !inside.some(
        (each) => isHtml(each, 'input', 'form', 'ul', 'table', 'h1', 'h2', 'h3', 'img') || each.opaque,
      );
      if (
        isPlain &&
        words.length < LONGEST_MESSAGE &&
        (OF_MESSAGE.test(words) || OF_WAIT.test(words)) &&
        isHtml(element, 'p', 'div', 'span')
      )
        yield { element, message: `A script shows ${tagOf(element)}, and screen readers do not announce it` };
    }
  }
}

/** The element of an id, or the only one of a class: `toast`, `#toast`, `.toast`. */
function foundBy(page: Page, called: string): MarkupElement | undefined {
  if (!called.startsWith('.')) return page.markup.ids.get(called.replace('#', ''))?.[0];
  const all = page.elements.filter((each) => tokensOf(attributeOf(each, 'class')).includes(called.slice(1)));
  return all.length === 1 ? all[0] : undefined;
}

/** A sentence that says that something has just been done. */
const IS_DONE = new RegExp(
  String.raw`\b(?:was|were|has been|have been|is now|are now) (?:\w+ )?(?:saved|sent|added|copied|updated|deleted|` +
    String.raw`removed|received|booked|ordered|uploaded|created|submitted)\b|\bsuccessfully\b|` +
    String.raw`^(?:saved|copied|sent|added|updated|deleted)(?: [\w ]{0,30})?[.!]?$|\bthank you for (?:your|the)\b`,
  'i',
);

const SHOWN_BY_DIRECTIVE = ['*ngif', 'x-show', 'x-if', 'v-show', 'v-if', 'ng-if', 'ng-show'];

/** A message that a condition of a template of the browser shows beside what was used. */
function* messagesOnCondition(page: Page): Generator<Fault> {
  if (!page.markup.elements.some(isOfBrowser) && !page.markup.elements.some(isOfAlpine)) return;
  const searches = page.markup.elements.some(isSearch);
  for (const element of page.elements) {
    if (!isHtml(element, 'p', 'div', 'span') || !element.children.every((each) => each.kind === 'text')) continue;
    const isShownLater =
      (element.handlers.has('sometimes') && !page.markup.isPage) ||
      SHOWN_BY_DIRECTIVE.some((name) => element.attributes.has(name));
    const text = textOf(element).trim();
    if (!isShownLater || text.length > LONGEST_MESSAGE || isAnnounced(element, false)) continue;
    if (OF_DISCLOSURE.test(conditionAround(element)?.trim() ?? '')) continue;
    if (!IS_DONE.test(text) && !OF_WORK.test(text) && !(searches && (NO_HITS.test(text) || OF_WAIT.test(text))))
      continue;
    const around = [...ancestorsOf(element)];
    const isBeside = around.some((each) => [...elementsIn(each)].some((one) => isHtml(one, 'button', 'form', 'input')));
    if (!isBeside || around.some((each) => isComponent(each) || isHtml(each, 'li', 'td', 'button', 'label', 'a')))
      continue;
    yield { element, message: `"${text.slice(0, 60)}" comes into the page, and screen readers do not announce it` };
  }
}

/** “Uploading your file…” */
const OF_WORK = /^(?:uploading|saving|sending|submitting|processing|deleting)\b[^.!?]*(?:…|\.{3})$/i;
/** A condition that somebody opens and closes something by. */
const OF_DISCLOSURE = /^(?:is|this\.)?(?:open|expanded|active|visible)$/i;
const NO_HITS = /^(?:no|0) (?:\w+ ){0,3}(?:results?|match(?:es)?|hits|found)\b|\bnothing (?:was )?found\b/i;

/** A field in which somebody searches. */
const isSearch = (element: MarkupElement): boolean =>
  isHtml(element, 'input') &&
  (inputType(element) === 'search' ||
    ['name', 'id', 'x-model', '[(ngmodel)]', 'placeholder']
      .map((name) => attributeOf(element, name) ?? '')
      .some((each) => /^(?:q|query|search\w*|term|filter)$|\bsearch\b/i.test(each)));

const isOfAlpine = (element: MarkupElement): boolean =>
  [...element.attributes.keys()].some((name) => /^(?:@|x-on:|ng-click$|ng-submit$)/.test(name));

const TAG = String.raw`<(?:div|p|span)\b(?![^>]*\b(?:role|aria-live)=)([^>]*)>([^<>'"\x60]{0,140})`;
/** `form.insertAdjacentHTML('afterend', '<div class="alert">Sent.</div>')`, `$('#a').append('<p …')` */
const INSERTS = new RegExp(
  String.raw`(?:\.insertAdjacentHTML\(\s*['"]\w+['"]\s*,\s*|\.innerHTML\s*\+=\s*|` +
    String.raw`\.(?:append|prepend|after|before)\(\s*(?:\$\(\s*)?)['"\x60]\s*${TAG}`,
  'g',
);

/** A message that a script puts into the page as markup when something was done. */
function* insertedMessages(page: Page): Generator<Fault> {
  if (page.markup.elements.some((each) => each.attributes.has('aria-live') || ANNOUNCED.has(explicitRole(each) ?? '')))
    return;
  for (const [element, code] of scriptsById(page)) {
    if (!HEARS_USE.test(code) || code.includes('.focus(')) continue;
    for (const [, attributes = '', words = ''] of code.matchAll(INSERTS)) {
      const classes = /\bclass=\\?["']([^"'\\]*)/.exec(attributes)?.[1] ?? '';
      const isNamed = tokensOf(classes).some((name) => MESSAGE.test(name));
      // A text that comes beside a field when its form is refused says what is wrong with it.
      const isOfField = /preventDefault\(|return\s+false/.test(code) && IS_SENTENCE.test(words.trim());
      if (!(isNamed && IS_DONE.test(words.trim())) && !(isOfField && !code.includes('aria-describedby'))) continue;
      yield {
        element,
        message: `A script puts "${words.trim()}" into the page, and screen readers do not announce it`,
      };
      return;
    }
  }
}

/** Classes of messages that come and go. */
const TOAST = /^(?:[\w-]*[-_])?(?:toast|snackbar|notification)$/i;
const MAKES = /(?<![\w.$])(\w+)\s*=\s*document\.createElement\(\s*['"](?:p|div|span)['"]\s*\)/g;
const REACH = 500;

/** A message that a script makes when something was done, and puts into the page. */
function* madeMessages(page: Page): Generator<Fault> {
  for (const [element, code] of scriptsById(page)) {
    if (/['"](?:role|aria-live)['"]|ariaLive|\.role\s*=|\.focus\(/.test(code) || !HEARS_USE.test(code)) continue;
    for (const { index, 0: all, 1: name = '' } of code.matchAll(MAKES)) {
      const own = code.slice(index + all.length, index + all.length + REACH);
      const [, , words = ''] =
        new RegExp(
          String.raw`\b${name}\.(?:textContent|innerText|innerHTML)\s*=\s*(['"\x60])([^'"\x60]{3,140})\1`,
        ).exec(own) ?? [];
      const isShown = new RegExp(String.raw`(?:append|appendChild|prepend|after|before)\(\s*${name}\s*\)`).test(own);
      const isOfPage = page.markup.elements.some(
        (each) => each.attributes.has('aria-live') || ANNOUNCED.has(explicitRole(each) ?? ''),
      );
      const [, called = ''] =
        new RegExp(String.raw`\b${name}\.(?:className\s*=|classList\.add\()\s*['"\x60]([\w\s-]+)`).exec(own) ?? [];
      const isToast = tokensOf(called).some((each) => TOAST.test(each));
      if (!isShown || isOfPage || !(OF_MESSAGE.test(words) || isToast)) continue;
      const what = words === '' ? `an element of the class "${called}"` : `"${words.slice(0, 60)}"`;
      yield { element, message: `A script puts ${what} into the page, and screen readers do not announce it` };
    }
  }
}

const IS_SENTENCE = /^\p{Lu}[^.!?]*\s[^.!?]*[.!]$/u;

/** The functions that write what they are given into an element, with the id of that. */
function* spokenByFunctions(code: string): Generator<string> {
  for (const property of ['textContent', 'innerText', 'innerHTML'])
    for (const { id, value } of assignedIn(code, property)) {
      const [, given] = /^(\w+)\s*$/.exec(value) ?? [];
      if (given === undefined) continue;
      const takes = new RegExp(
        String.raw`\bfunction\s+(\w+)\s*\([^()]*\b${given}\b[^()]*\)|` +
          String.raw`\b(\w+)\s*=\s*\(?[^()=]*\b${given}\b[^()=]*\)?\s*=>`,
      ).exec(code);
      const called = takes?.[1] ?? takes?.[2];
      if (called && new RegExp(String.raw`\b${called}\(\s*(?:\w+\s*,\s*)?['"\x60]\p{L}+[\s!.]`, 'u').test(code))
        yield id;
    }
}

function* wordsWrittenIn(code: string): Generator<string> {
  yield* spokenByFunctions(code);
  for (const property of ['textContent', 'innerText', 'innerHTML'])
    for (const { id, value } of assignedIn(code, property)) if (WORDS_WRITTEN.test(value)) yield id;
  for (const [, id = '', value = ''] of code.matchAll(BY_JQUERY)) if (WORDS_WRITTEN.test(value)) yield id;
}

const BY_JQUERY = /\$\(\s*['"]([#.][\w-]+)['"]\s*\)\.(?:text|html)\(\s*([^)]*)/g;

/** A place into which htmx puts what the server answers to a form. */
function* answersOfHtmx(page: Page): Generator<Fault> {
  for (const element of page.elements) {
    const sends = ['post', 'put', 'patch', 'delete'].some((way) =>
      [`hx-${way}`, `data-hx-${way}`].some((name) => element.attributes.has(name)),
    );
    const target = attributeOf(element, 'hx-target') ?? attributeOf(element, 'data-hx-target') ?? '';
    const place = sends && target.startsWith('#') ? page.markup.ids.get(target.slice(1))?.[0] : undefined;
    if (!place || !isEmptyPlace(place) || !isMessage(place) || isAnnounced(place)) continue;
    yield {
      element: place,
      message: `htmx writes an answer into ${tagOf(place)}, and screen readers do not announce it`,
    };
    return;
  }
}

/** An element that waits for a text. */
const isEmptyPlace = (element: MarkupElement): boolean =>
  isHtml(element, 'p', 'div', 'span', 'strong', 'small') && contentOf(element).length === 0;

/** Classes of messages that come when something has been done. A message of a chat is no such thing. */
const DONE = /^(?:[\w-]*[-_])?(?:saved|success|status|toast|snackbar|flash)(?:[-_]?(?:message|msg|text|notice))?$/i;

/** The same in a template of the browser: an element that has nothing but the message, or nothing at all. */
function* messagesOfTemplates(page: Page): Generator<Fault> {
  if (!page.markup.isTemplate || page.markup.isPage || !page.markup.elements.some(isOfBrowser)) return;
  for (const element of page.elements) {
    const [only, ...others] = contentOf(element);
    if (others.length > 0 || only?.kind !== 'text' || only.text !== null || !isMessage(element)) continue;
    const isDone = tokensOf(attributeOf(element, 'class')).some((name) => DONE.test(name));
    const isListed = [...ancestorsOf(element)].some((each) => isHtml(each, 'table', 'ul', 'ol', 'dl'));
    if (!isDone || isListed || isAnnounced(element) || [...ancestorsOf(element)].some(isComponent)) continue;
    yield { element, message: `A program writes into ${tagOf(element)}, and screen readers do not announce it` };
  }
}

const OF_HITS = /\b(?:results?|matches|found|hits)\b|^\s*(?:showing|shown)\b/i;

/** The number of what a field finds in a template of the browser, which changes while somebody writes. */
function* countsOfTemplates(page: Page): Generator<Fault> {
  const { markup } = page;
  if (!markup.isTemplate || markup.isPage) return;
  const finds = (each: MarkupElement): boolean =>
    isHtml(each, 'input') &&
    !/^(?:checkbox|radio|hidden|submit|button)$/.test(inputType(each)) &&
    (each.handlers.has('model') ||
      each.attributes.has('[(ngmodel)]') ||
      each.attributes.get('value') === null ||
      listensTo(each, 'input', 'change'));
  if (!markup.elements.some(finds)) return;
  for (const element of page.elements) {
    if (!isHtml(element, 'p', 'div', 'span') || !element.children.every((each) => each.kind === 'text')) continue;
    const hasNumber = element.children.some(
      (each) => each.kind === 'text' && (each.isWords || /\.(?:length|size)\s*$/.test(each.shows ?? '')),
    );
    if (!hasNumber || !OF_HITS.test(textOf(element)) || isAnnounced(element)) continue;
    if ([...ancestorsOf(element)].some((each) => isComponent(each) || isHtml(each, 'li', 'td', 'button', 'label')))
      continue;
    if ([element, ...ancestorsOf(element)].some(({ handlers }) => handlers.has('repeated'))) continue;
    yield {
      element,
      message: `A program writes a number into ${tagOf(element)}, and screen readers do not announce it`,
    };
    return;
  }
}

const isMessage = (element: MarkupElement): boolean =>
  isHtml(element, 'p', 'div', 'span', 'strong', 'small', 'section') &&
  [attributeOf(element, 'id'), ...tokensOf(attributeOf(element, 'class'))].some(
    (name) => (name ?? '').length < LONGEST_NAME && MESSAGE.test(name ?? ''),
  ) &&
  ![...elementsIn(element)].some((each) => isHtml(each, 'table', 'ul', 'ol', 'form', 'h1', 'h2', 'h3', 'pre', 'img'));

/** Messages that come into a page while it is used, and that screen readers do not announce. */
export const messageRules: Readonly<Record<string, Rule>> = {
  'message-unannounced': function* (page) {
    yield* unannouncedMessages(page);
    yield* shownMessages(page);
    yield* madeMessages(page);
    yield* messagesOnCondition(page);
    yield* insertedMessages(page);
    yield* countsOfTemplates(page);
    yield* answersOfHtmx(page);
    yield* messagesOfState(page);
  },
};

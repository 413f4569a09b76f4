import axe from 'axe-core';
import {
  type Markup,
  type MarkupElement,
  HEADINGS,
  ancestorsOf,
  attributeOf,
  hasUnknownInside,
  hasUnknownText,
  isHtml,
  textOf,
} from '../markup';
import { leavesAfter } from '../read/timers';
import { doneOn } from './handlers';
import { scriptsOf } from './page-scripts';
import { isEntryPage } from './entry-page';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { isStandIn } from './stand-ins';

/** The whole page's own element, where the file has one. */
const htmlOf = ({ isPage, root }: Markup): MarkupElement | undefined =>
  isPage && root.name === 'html' && !root.mayHaveMore ? root : undefined;

/** The element that a component of a framework writes for the whole page. */
const htmlInPart = ({ isPage, elements }: Markup): MarkupElement | undefined =>
  isPage
    ? undefined
    : elements.find(
        (each) => isHtml(each, 'html') && !each.opaque && !each.mayHaveMore && each.parent?.parent === undefined,
      );

/** The part of a language tag that names the language: `pt` of `pt-BR`. */
const primaryOf = (tag: string): string => tag.trim().split('-')[0]!.toLowerCase();

/** The table of axe-core, which has every language of IANA's registry. */
const { isValidLang } = axe.utils as typeof axe.utils & { readonly isValidLang: (primary: string) => boolean };

const isLanguage = (tag: string): boolean => isStandIn(tag) || isValidLang(primaryOf(tag));

const SETTINGS_OF_NEXT = ['', '../', '../../'].flatMap((up) =>
  ['js', 'mjs', 'ts'].map((end) => `${up}next.config.${end}`),
);

/** Next.js writes the language of its `<Html>` by itself where its settings name languages. */
const isNamedBySettings = (html: MarkupElement, { surroundings }: Page): boolean =>
  html.handlers.has('component') &&
  SETTINGS_OF_NEXT.some((address) => /\bi18n\b/.test(surroundings.sheetAt(address) ?? ''));

function* missingLanguage(page: Page): Generator<Fault> {
  const { markup } = page;
  const html = htmlOf(markup) ?? htmlInPart(markup);
  if (!html || html.attributes.get('lang') === null || isOfFragments(markup) || isNamedBySettings(html, page)) return;
  if ((attributeOf(html, 'lang') ?? '').trim() === '')
    yield { element: html, message: 'The page does not say which language it is in' };
}

function* invalidPageLanguage({ markup }: Page): Generator<Fault> {
  const html = htmlOf(markup) ?? htmlInPart(markup);
  const lang = html && attributeOf(html, 'lang');
  if (html && lang !== undefined && lang.trim() !== '' && !isLanguage(lang))
    yield { element: html, message: `There is no language "${lang}"` };
}

function* twoLanguages({ markup }: Page): Generator<Fault> {
  const html = htmlOf(markup);
  const lang = html && attributeOf(html, 'lang');
  const xmlLang = html && attributeOf(html, 'xml:lang');
  if (!html || lang === undefined || xmlLang === undefined || lang.trim() === '' || xmlLang.trim() === '') return;
  if (isLanguage(lang) && primaryOf(lang) !== primaryOf(xmlLang))
    yield { element: html, message: `lang is "${lang}", and xml:lang is "${xmlLang}"` };
}

/** Whether text that somebody perceives is in the language of the element itself, not in that of one inside of it. */
function hasTextInItsLanguage(element: MarkupElement, page: Page): boolean {
  const open: MarkupElement[] = [element];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const isPerceived = page.exposures.isSeen(node) || page.exposures.isInTree(node);
    if (!isPerceived) continue;
    if (isHtml(node, 'img') && (attributeOf(node, 'alt') ?? '').trim() !== '') return true;
    for (const child of node.children) {
      if (child.kind === 'text') {
        if (child.text === null || child.text.trim() !== '') return true;
      } else if (!child.attributes.has('lang') || attributeOf(child, 'lang') === '') open.push(child);
    }
  }
  return false;
}

function* invalidPartLanguage(page: Page): Generator<Fault> {
  for (const element of page.elements) {
    const lang = attributeOf(element, 'lang');
    if (lang === undefined || lang.trim() === '' || isHtml(element, 'html', 'head', 'title', 'meta', 'link')) continue;
    if (!isLanguage(lang) && hasTextInItsLanguage(element, page))
      yield { element, message: `There is no language "${lang}"` };
  }
}

/** Whether a template engine fills in elements of its own, such as `<th:block>`, of which the title may be one. */
const hasOtherMarkup = ({ elements }: Markup): boolean => elements.some(({ name }) => name.includes(':'));

/**
 * Whether a file of Thymeleaf holds parts that other pages take in. The page around them is there so that it is whole,
 * and nobody is ever sent it.
 */
function isOfFragments(markup: Markup): boolean {
  const html = htmlOf(markup);
  const isPart = (each: MarkupElement) => attributeOf(each, 'th:fragment') !== undefined;
  return html !== undefined && !isPart(html) && markup.elements.some((each) => !isHtml(each, 'head') && isPart(each));
}

/** The title that a component of Svelte, Next or Vue gives to the page. */
const titleOfPart = ({ elements }: Markup): MarkupElement | undefined =>
  elements.find(
    (each) =>
      isHtml(each, 'title') && /^(?:(?:svelte:)?head|helmet)$/i.test(each.parent?.name ?? '') && !each.mayHaveMore,
  );

function* emptyTitleOfPart({ markup }: Page): Generator<Fault> {
  const title = titleOfPart(markup);
  if (title && !hasUnknownInside(title) && textOf(title).trim() === '')
    yield { element: title, message: 'The title of the page is empty' };
}

function* missingTitle(page: Page): Generator<Fault> {
  if (!page.markup.isPage) yield* emptyTitleOfPart(page);
  const html = htmlOf(page.markup);
  if (!html || isEntryPage(page.markup) || hasOtherMarkup(page.markup) || isOfFragments(page.markup)) return;
  const first = page.markup.elements.find((each) => isHtml(each, 'title') && !isInSvg(each));
  if (!first) {
    const head = html.children.find(
      (child): child is MarkupElement => child.kind === 'element' && isHtml(child, 'head'),
    );
    const isOpen = hasUnknownText(html);
    if (!isOpen && (!head || !hasUnknownInside(head))) yield { element: html, message: 'The page has no title' };
  } else if (!hasUnknownInside(first) && textOf(first).trim() === '')
    yield { element: html, message: 'The title of the page is empty' };
}

const isInSvg = (element: MarkupElement) => [...ancestorsOf(element)].some(({ namespace }) => namespace !== 'html');

const PLACEHOLDERS = new RegExp(
  String.raw`^(?:${[
    String.raw`document|untitled(?: document| page)?|title|page title|new page|page|index|test`,
    String.raw`(?:new|unnamed) (?:document|page)(?: \d+)?|lorem ipsum.*|(?:my|your) (?:new )?(?:page|web ?page|` +
      String.raw`web ?site)`,
    String.raw`web ?page|web ?site|(?:site|document|no) title|default(?: title| page)?|main page|start page`,
    String.raw`react app|vite \+ .*|vite app|[\w-]+\.(?:html?|php|aspx?|jsp)|unbenanntes dokument`,
    String.raw`document sans (?:nom|titre)|documento sin título`,
    String.raw`(?:(?:enter|insert|your) )?(?:your )?(?:page )?title(?: (?:goes )?here)?`,
    String.raw`create (?:next|react) app|(?:next\.?js|nuxt(?:\.?js)?|sveltekit|svelte|vue|angular|ionic|electron) app`,
    String.raw`[-–—_.·|*…?]+|https?://\S+`,
    String.raw`\[[\w ]*title\]|%\w*title\w*%|to ?do|tbd|asdf\w*|x{3,}|undefined|null|new tab|home(?: ?page)?`,
    String.raw`just another wordpress site|microsoft (?:word|powerpoint|excel) - .*|powerpoint presentation|slide`,
    String.raw`.{0,30}\s[|–-]\s(?:untitled|undefined|null)|(?:untitled|undefined|null)\s[|–-]\s.{0,30}`,
  ].join('|')})(?:[ -]?\d{1,2})?$`,
  'i',
);

function* placeholderTitle(page: Page): Generator<Fault> {
  const title = htmlOf(page.markup)
    ? page.markup.elements.find((each) => isHtml(each, 'title'))
    : titleOfPart(page.markup);
  if (!title || hasUnknownInside(title)) return;
  const text = textOf(title).trim();
  // A page may be about such texts.
  const isTopic =
    /^lorem/i.test(text) && page.elements.some((each) => isHtml(each, 'body') && /lorem/i.test(textOf(each)));
  if (PLACEHOLDERS.test(text) && !isTopic)
    yield { element: title, message: `The title "${text}" does not say what the page is` };
}

/** Fewer words of a page may not name what it is about. */
const FEWEST_WORDS = 6;
const FEWEST_WORDS_OF_TITLE = 2;
/** So many letters of a word stay the same in most of its forms. */
const STEM = 4;
const PICTURED = ['alt', 'aria-label', 'href', 'src', 'id', 'value', 'placeholder', 'title', 'content'];

const stemsIn = (text: string): readonly string[] =>
  (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, STEM));

/**
 * A title of which no word, nor the beginning of one, is anywhere on the page: mostly that of the page it was copied
 * from.
 */
function* titleOfOtherPage(page: Page): Generator<Fault> {
  const { markup } = page;
  const html = htmlOf(markup);
  const title = html && markup.elements.find((each) => isHtml(each, 'title') && !isInSvg(each));
  if (!title || markup.isTemplate || hasUnknownInside(html) || scriptsOf(page).length > 0) return;
  if (markup.elements.some((each) => isHtml(each, 'script', 'frameset', 'iframe', 'canvas', 'object'))) return;
  const words = stemsIn(textOf(title)).filter((stem) => !OF_ANY_TITLE.has(stem));
  if (PLACEHOLDERS.test(textOf(title).trim()) || OF_EXAMPLES.test(textOf(title)) || FILLER.test(textOf(html))) return;
  const body = markup.elements.find((each) => isHtml(each, 'body'));
  const heading = markup.elements.find((each) => isHtml(each, ...HEADINGS) && stemsIn(textOf(each)).length > 0);
  if (!body || !heading || words.length < FEWEST_WORDS_OF_TITLE) return;
  const said = textOf(body).toLowerCase();
  if (stemsIn(said).length < FEWEST_WORDS) return;
  const named = markup.elements.flatMap((each) => PICTURED.flatMap((name) => attributeOf(each, name) ?? []));
  const all = `${said} ${named.join(' ').toLowerCase()}`;
  if (!words.some((stem) => all.includes(stem)))
    yield { element: title, message: `No word of the title "${textOf(title).trim().slice(0, 60)}" is on the page` };
}

/** Titles of examples say what is shown, and not what the words of the page are about. */
const OF_EXAMPLES = new RegExp(
  String.raw`\b(?:examples?|demos?|tasks?|tests?|playground|exercises?|step|css|html|samples?|templates?|layouts?|` +
    String.raw`styl(?:es|ing)|selectors?|simple|basics?|fundamentals?|start(?:er|ing)|structure)\b`,
  'i',
);
const FILLER = /\blorem ipsum\b|\bveggies es bonus\b|\bdolor sit amet\b/i;

/** Words that titles of all pages have: "Home page of …". */
const OF_ANY_TITLE = new Set(['home', 'page', 'welc', 'webs', 'site', 'from', 'with', 'your', 'this', 'docu', 'main']);

const TWENTY_HOURS = 72_000;

/** The seconds that a refresh waits, as browsers read them; undefined if it is no refresh. */
function refreshDelay(content: string): number | undefined {
  const [, digits, rest = ''] = /^[\t\n\f\r ]*(\d+|(?=\.))([^]*)$/.exec(content) ?? [];
  if (digits === undefined) return undefined;
  const after = rest.replace(/^[\d.]*/, '');
  return after === '' || /^[\t\n\f\r ;,]/.test(after) ? Number(digits || 0) : undefined;
}

/** Only the first refresh of a page that browsers understand counts. */
function refreshOf(page: Page): { readonly element: MarkupElement; readonly delay: number } | undefined {
  for (const element of page.elements) {
    if (!isHtml(element, 'meta') || attributeOf(element, 'http-equiv')?.toLowerCase() !== 'refresh') continue;
    const content = attributeOf(element, 'content');
    const delay = content === undefined ? undefined : refreshDelay(content);
    if (delay !== undefined) return { element, delay };
  }
  return undefined;
}

function* delayedRefresh(page: Page): Generator<Fault> {
  const refresh = refreshOf(page);
  if (refresh && refresh.delay > 0 && refresh.delay <= TWENTY_HOURS)
    yield { element: refresh.element, message: `The page reloads or leaves by itself after ${refresh.delay} s` };
  for (const element of page.markup.elements) {
    const delay = timerOf(element);
    if (delay === undefined || delay < 1 || delay > TWENTY_HOURS) continue;
    yield { element, message: `A script reloads or leaves the page by itself after ${delay} s`, isMild: true };
    return;
  }
}

/** A script that reloads or leaves the page without being asked. People may have a second for a redirect. */
function timerOf(element: MarkupElement): number | undefined {
  const script = element.handlers.get('timer');
  if (script !== undefined) return Number(script);
  return isHtml(element, 'body') ? leavesAfter(doneOn(element, 'load') ?? '') : undefined;
}

function* lateRefresh(page: Page): Generator<Fault> {
  const refresh = refreshOf(page);
  if (refresh && refresh.delay > TWENTY_HOURS)
    yield { element: refresh.element, message: `The page reloads or leaves by itself after ${refresh.delay} s` };
}

/** The numbers of a viewport, as browsers read its words. */
function numberIn(value: string): number {
  const number = Number.parseFloat(value);
  if (!Number.isNaN(number)) return number;
  if (value === 'yes') return 1;
  return value === 'device-width' || value === 'device-height' ? 10 : 0;
}

/** Scripts of programs that show their pages in a view of their own. Such pages are no pages of the web. */
const SHELL = /(?:^|\/)(?:blazor\.webview|cordova|capacitor|phonegap)\.js$/;

function* lockedZoom(page: Page): Generator<Fault> {
  if (page.elements.some((each) => isHtml(each, 'script') && SHELL.test(attributeOf(each, 'src') ?? ''))) return;
  for (const element of page.elements) {
    if (!isHtml(element, 'meta') || attributeOf(element, 'name')?.toLowerCase() !== 'viewport') continue;
    const settings = new Map<string, string>();
    const written = (attributeOf(element, 'content') ?? '').replace(/\s*=\s*/g, '=');
    for (const part of written.split(/[,;\s]+/)) {
      const [name = '', value = ''] = part.split('=');
      settings.set(name.trim().toLowerCase(), value.trim().toLowerCase());
    }
    const scalable = settings.get('user-scalable');
    const most = settings.get('maximum-scale');
    if (scalable !== undefined && Math.abs(numberIn(scalable)) < 1)
      yield { element, message: `user-scalable=${scalable} keeps people from enlarging the page` };
    else if (most !== undefined && numberIn(most) >= 0 && numberIn(most) < 2)
      yield { element, message: `maximum-scale=${most} keeps people from enlarging the page to twice its size` };
  }
}

/** A style by which a touch screen takes no gesture that enlarges. Games need all gestures for themselves. */
function* zoomLockedByStyle(page: Page): Generator<Fault> {
  const { isPage, elements } = page.markup;
  if (!isPage || elements.some((each) => isHtml(each, 'canvas'))) return;
  for (const element of elements) {
    const gestures = isHtml(element, 'html', 'body')
      ? page.cascade.styleOf(element).get('touch-action')?.value
      : undefined;
    if (gestures === undefined || !/^(?:none|pan-[\w-]+(?:\s+pan-[\w-]+)*)$/i.test(gestures.trim())) continue;
    yield { element, message: `touch-action: ${gestures.trim()} keeps people from enlarging the page` };
    return;
  }
}

const LOCKS = /\buser-scalable\s*=\s*(?:no|0)\b|\bmaximum-scale\s*=\s*1(?:\.\d+)?\b/;

/** The same by a script: it writes the settings of the viewport, or refuses the gesture that enlarges. */
function* zoomLockedByScript(page: Page): Generator<Fault> {
  for (const [element, code] of scriptsOf(page)) {
    const [written] = (/\bviewport\b/.test(code) && LOCKS.exec(code)) || [];
    if (written !== undefined && !/\bif\b|\?\s*['"`]|\bfocus/.test(code))
      yield { element, message: `A script sets ${written}, which keeps people from enlarging the page` };
    else if (REFUSES_GESTURE.test(code))
      yield { element, message: 'A script refuses the gesture or the wheel by which people enlarge the page' };
  }
}

const REFUSES_GESTURE = new RegExp(
  String.raw`['"]gesturestart['"]\s*,\s*(?:function\s*\w*\s*\(\w+\)\s*\{|` +
    String.raw`\(?\w+\)?\s*=>\s*\{?)\s*\w+\.preventDefault\(\)|` +
    String.raw`['"](?:mouse)?wheel['"]\s*,\s*(?:function\s*\w*\s*\(\w+\)\s*\{|\(?\w+\)?\s*=>\s*\{?)\s*` +
    String.raw`if\s*\(\s*\w+\.ctrlKey\s*\)\s*\{?\s*\w+\.preventDefault\(\)\s*;?\s*\}?\s*\}`,
);

function* frameOutOfTabOrder(page: Page): Generator<Fault> {
  for (const element of page.styled) {
    if (!isHtml(element, 'iframe') || !page.exposures.isSeen(element)) continue;
    if (!/^\s*-\d/.test(attributeOf(element, 'tabindex') ?? '')) continue;
    const source = page.surroundings.frameOf?.(attributeOf(element, 'srcdoc'), attributeOf(element, 'src'));
    const inner = source?.elements.find((each) => source.isInTabOrder(each) && source.exposures.isSeen(each));
    if (inner) yield { element, message: `The keyboard cannot enter the frame, in which there is ${tagOf(inner)}` };
  }
}

export const documentRules: Readonly<Record<string, Rule>> = {
  'page-language-missing': missingLanguage,
  'page-language-invalid': invalidPageLanguage,
  'page-language-twice': twoLanguages,
  'part-language-invalid': invalidPartLanguage,
  'page-title-missing': missingTitle,
  'page-title-placeholder': placeholderTitle,
  'page-title-other': titleOfOtherPage,
  'refresh-delayed': delayedRefresh,
  'refresh-late': lateRefresh,
  'zoom-locked': function* (page) {
    yield* lockedZoom(page);
    yield* zoomLockedByScript(page);
    yield* zoomLockedByStyle(page);
  },
  'frame-out-of-tab-order': frameOutOfTabOrder,
};

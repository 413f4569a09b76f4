import { type MarkupElement, ancestorsOf, elementsIn, isHtml, textOf } from '../markup';
import { doneOn, listensTo, listensToKeys } from './handlers';
import { heardOf } from './heard-by-scripts';
import { helpByTitle } from './help-by-hover';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { scriptsOf } from './page-scripts';

const ONLY_LOOKS = /^[\s;]*(?:this\.(?:style|className|classList|src)\b[^;]*(?:;[\s;]*|$))*$/;

/** A handler of the mouse often changes a look alone, or loads a page early. Names tell where it shows something. */
const SHOWS =
  /(?:^|[^\w.])(?:set(?:Is)?)?(?:show|open|reveal|expand|preview)\w*\s*(?:\(|=(?!=))|tool-?tip|pop-?(?:over|up)/i;
const hearsOfFocus = (element: MarkupElement): boolean => listensTo(element, 'focus', 'focusin', 'focuscapture');

/** A link or button that shows something when the mouse is over it, and does not when a key gets to it. */
function* shownByHover(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!page.isInTabOrder(element) || !listensTo(element, 'mouseover', 'mouseenter')) continue;
    if (listensTo(element, 'focus', 'focusin', 'click') || listensToKeys(element)) continue;
    if (!listensTo(element, 'mouseover')) {
      if (SHOWS.test(doneOn(element, 'mouseenter') ?? '') && ![...ancestorsOf(element)].some(hearsOfFocus))
        yield { element, message: `${tagOf(element)} shows something under the mouse, and not when it has the focus` };
      continue;
    }
    const does = doneOn(element, 'mouseover');
    if (does === undefined ? !page.markup.isPage : !ONLY_LOOKS.test(does))
      yield { element, message: `${tagOf(element)} does something under the mouse, and not when it has the focus` };
  }
}

const POINTED = [
  ...['div', 'li', 'span', 'nav', 'p', 'td', 'tr', 'figure', 'button', 'a', 'img', 'i', 'abbr', 'dt', 'article'],
  ...['section', 'h2', 'h3', 'sup', 'b', 'em', 'label'],
];
const HOVERS = ['mouseenter', 'mouseover', 'pointerenter', 'pointerover'];
const HEARS_HOVER = /\b(?:mouseenter|mouseover|pointerenter|pointerover|hover)\b/;
const USES = ['focus', 'focusin', 'click', 'touchstart', 'pointerdown', 'mousedown'];
/** Code of a script that shows something else than the element that it is about. */
const SHOWS_OTHER = new RegExp(
  String.raw`\.hidden\s*=\s*false|\.style\.display\s*=\s*['"](?!none)|\.style\.visibility\s*=\s*['"]visible|` +
    String.raw`\.(?:show|fadeIn|slideDown|showPopover)\(|removeAttribute\(\s*['"]hidden|` +
    String.raw`classList\.remove\(\s*['"](?:hidden|d-none|invisible)`,
);
/** Code of a component that says that something is to be shown. */
const TURNS_ON =
  /\b\w+\(\s*(?:true|!0)\s*\)|\bset[A-Z]\w*\(\s*['"]\w+['"]\s*\)|(?:^|[\s;{.])\w+(?:\.value)?\s*=\s*true\b/;
const OF_CONDITION = ['v-if', 'v-show', 'x-show', '*ngif', 'ng-show', 'ng-if'];

const isUsed = (element: MarkupElement): boolean => listensTo(element, ...USES) || listensToKeys(element);
const isConditional = (element: MarkupElement): boolean =>
  element.handlers.has('sometimes') ||
  element.handlers.has('conditional') ||
  OF_CONDITION.some((name) => element.attributes.has(name));
/** Whether an element is a part of another one that a condition shows. */
const isShownLater = (element: MarkupElement, around: MarkupElement): boolean => {
  for (let each: MarkupElement | undefined = element; each && each !== around; each = each.parent)
    if (isConditional(each)) return true;
  return false;
};
const hasContent = (element: MarkupElement): boolean =>
  [...elementsIn(element, true)].some((each) => isHtml(each, 'a', 'button')) || /\p{L}{3}/u.test(textOf(element));

/** A part that takes no focus and that shows other parts while a pointer is over it, and at no other time. */
function* shownByPointer(page: Page): Generator<Fault> {
  const hasScript = page.markup.isPage && scriptsOf(page).some(([, code]) => HEARS_HOVER.test(code));
  for (const element of page.styled) {
    if (!isHtml(element, ...POINTED) || isUsed(element) || !page.exposures.isInTree(element)) continue;
    const shows = HOVERS.some((event) => listensTo(element, event)) && showsMore(element, page);
    if (!shows && !(hasScript && showsByScript(element, page))) continue;
    const within = [...elementsIn(element)].filter((each) => !isShownLater(each, element));
    const near = [...within, ...ancestorsOf(element)].filter((each) => each.parent !== undefined);
    if (near.some((each) => each.opaque || isUsed(each)) || element.attributes.has('tabindex')) continue;
    yield { element, message: `${tagOf(element)} shows something under the mouse, and nothing else does` };
  }
}

/** Whether a condition in the element shows more while the pointer is there. */
function showsMore(element: MarkupElement, { markup }: Page): boolean {
  if (isHtml(element, 'a', 'button') || (markup.isPage && !markup.elements.some(isConditional))) return false;
  const code = HOVERS.map((event) => doneOn(element, event) ?? '').join('\n');
  return TURNS_ON.test(code) && [...elementsIn(element)].some((each) => isConditional(each) && hasContent(each));
}

function showsByScript(element: MarkupElement, page: Page): boolean {
  if (page.markup.sheets.some(({ css }) => /:focus-within/.test(css))) return false;
  const codes = heardOf(page, element, [...HOVERS, 'hover'].join('|'));
  return codes.some((code) => SHOWS_OTHER.test(code)) && !scriptsOf(page).some(([, code]) => /focus/.test(code));
}

export const hoverAloneRules: Readonly<Record<string, Rule>> = {
  'hover-alone': function* (page) {
    yield* shownByHover(page);
    yield* shownByPointer(page);
    yield* helpByTitle(page);
  },
};

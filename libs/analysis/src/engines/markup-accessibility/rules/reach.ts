import { type MarkupElement, HEADINGS, ancestorsOf, attributeOf, elementsIn, isComponent, isHtml } from '../markup';
import { isDisabled, isFocusable } from '../semantics/focus';
import { explicitRole, isKindOf } from '../semantics/roles';
import { isControl, isPlainContent, showsSomething } from './clicks';
import { listensTo, listensToKeys } from './handlers';
import { fieldsBehindLabels } from './hidden-fields';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { scriptsOf } from './page-scripts';

const TEXTS = ['p', 'li', 'td', 'th', 'dd', 'span', 'em', 'strong', 'b', ...HEADINGS];
/** Attributes of an element that a program finds, or that says something when it has the focus. */
const FOUND_BY_PROGRAM =
  /^(?:id|ref|title|role|is|style|contenteditable|draggable|aria-.*|data-.*|on.*|[@:(#[*].*|v-.*|x-.*|use:.*)$/;

/** A plain text that the Tab key stops at, and where no key does anything. */
function* stopsForNothing(page: Page): Generator<Fault> {
  if (page.markup.isPage && scriptsOf(page).some(([, code]) => /tabindex|\.focus\(|addEventListener|\$\(/i.test(code)))
    return;
  for (const element of page.inTree()) {
    if (!isHtml(element, ...TEXTS) || attributeOf(element, 'tabindex')?.trim() !== '0') continue;
    if ([...element.attributes.keys()].some((name) => FOUND_BY_PROGRAM.test(name)) || element.handlers.size > 0)
      continue;
    if (/tool-?tip|pop-?over|drop-?down|scroll|focus|hover|info|help/i.test(attributeOf(element, 'class') ?? ''))
      continue;
    if (!isPlainContent(element) || !showsSomething(element) || page.cascade.styleOf(element).has('overflow')) continue;
    if ([...ancestorsOf(element)].some((each) => isComponent(each) || listensTo(each, 'click') || listensToKeys(each)))
      continue;
    yield { element, message: `The Tab key stops at ${tagOf(element)}, where no key does anything` };
  }
}

/** Roles of what people operate by themselves; items of a menu or list get the focus from it. */
const OPERATED = new Set(['button', 'link', 'checkbox', 'switch', 'slider', 'spinbutton', 'textbox', 'searchbox']);

function* unreachableControls(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const role = explicitRole(element);
    if (role === undefined || !OPERATED.has(role) || isHtml(element, 'label', 'option') || isDisabled(element))
      continue;
    if (isFocusable(element, page.exposures) || element.attributes.has('tabindex')) continue;
    if (/^true$/i.test(attributeOf(element, 'aria-disabled') ?? '') || isKeptByOther(element)) continue;
    yield { element, message: `No key gets to ${tagOf(element)}: it is a ${role} without tabindex="0"` };
  }
}

/**
 * Whether an element around it or in it takes the focus for it: a link of a component, such as that of a router. The
 * module ngAria of AngularJS gives the focus to all that has `ng-click`.
 */
const isKeptByOther = (element: MarkupElement): boolean =>
  element.attributes.has('ng-click') ||
  [...ancestorsOf(element)].some(
    (around) =>
      (around.opaque && around.parent !== undefined) ||
      around.attributes.has('aria-activedescendant') ||
      isHtml(around, 'label', 'a', 'button'),
  ) ||
  [...elementsIn(element)].some(isControl);

function* mapsOfServers(page: Page): Generator<Fault> {
  for (const element of page.inTree())
    if (
      isHtml(element, 'img') &&
      element.attributes.has('ismap') &&
      [...ancestorsOf(element)].some((around) => isHtml(around, 'a') && isKindOf(page.roleOf(around), 'link'))
    )
      yield { element, message: 'Where on the picture a click is decides what happens: no key can say that' };
}

/** Where the Tab key stops, and where it does not. */
export const reachRules: Readonly<Record<string, Rule>> = {
  'control-without-focus': function* (page) {
    yield* unreachableControls(page);
    yield* fieldsBehindLabels(page);
  },
  'stop-for-nothing': stopsForNothing,
  'map-of-server': mapsOfServers,
};

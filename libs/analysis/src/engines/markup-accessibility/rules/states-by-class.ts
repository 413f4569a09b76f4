import {
  type MarkupElement,
  ancestorsOf,
  attributeOf,
  elementsIn,
  hasUnknownInside,
  isHtml,
  textOf,
  tokensOf,
} from '../markup';
import { codeOfClick, isClickedByScript } from './clicked-by-scripts';
import { doneOn } from './handlers';
import { type Fault, type Page, tagOf } from './page';
import { scriptsOf } from './page-scripts';

/** Attributes by which a control says which one is chosen, or by which a library takes care of that. */
const SAYS = /^(?:aria-(?:current|pressed|selected|checked|expanded|controls|haspopup)|role|data-(?:bs-)?toggle)$/;
const OF_TABS =
  /(?:^|[\s_-])(?:tabs?|pills?|segments?|filters?)(?:$|[\s_-])|(?:^|[\s_-])tab(?:btn|button|link|item)s?(?:$|\s)/i;
const CHOSEN = /^(?:[\w-]*[-_])?(?:active|current|selected|chosen)$/i;
const SAYS_STATE = /aria-?(?:current|pressed|selected|checked|expanded)|['"]role['"]|\.role\s*=/i;
const FEWEST_TABS = 2;

const saysState = (element: MarkupElement): boolean =>
  element.mayHaveMore || [...element.attributes.keys()].some((name) => SAYS.test(name));

const isChosen = (element: MarkupElement): boolean =>
  tokensOf(attributeOf(element, 'class')).some((name) => CHOSEN.test(name));

/** Whether a click on a control stays on the page, and code of the page answers it. */
function isSwitch(element: MarkupElement, page: Page): boolean {
  if (isHtml(element, 'a') && !/^(?:#|javascript:)/i.test(attributeOf(element, 'href')?.trim() ?? '#')) return false;
  if (!isHtml(element, 'a', 'button') || !page.exposures.isInTree(element)) return false;
  return doneOn(element, 'click') !== undefined || isClickedByScript(page, element);
}

/** The controls of a row of tabs, of which each stands in the row, or alone in an item of it. */
function tabsIn(row: MarkupElement, page: Page): readonly (readonly [MarkupElement, MarkupElement])[] {
  return row.children.flatMap((item) => {
    if (item.kind === 'text') return [];
    const [only, ...others] = isHtml(item, 'li', 'span', 'div')
      ? item.children.filter((each) => each.kind === 'element')
      : [item];
    const isTab = only?.kind === 'element' && others.length === 0 && isSwitch(only, page);
    return isTab ? [[only, item] as const] : [];
  });
}

/** Tabs that are some by their classes alone: the page shows which of them is chosen, and says it to nobody. */
export function* tabsByClass(page: Page): Generator<Fault> {
  const { isPage, isTemplate, elements } = page.markup;
  if (!isPage || isTemplate || !elements.some((each) => isHtml(each, 'button', 'a') && isOfTabs(each))) return;
  if (scriptsOf(page).some(([, code]) => SAYS_STATE.test(code))) return;
  for (const row of elements) {
    if (!isHtml(row, 'div', 'ul', 'nav', 'ol', 'section', 'p', 'header')) continue;
    const tabs = tabsIn(row, page);
    if (tabs.length < FEWEST_TABS || saysState(row) || tabs.some((pair) => pair.some(saysState))) continue;
    if (!isOfTabs(row) && !tabs.every((pair) => pair.some(isOfTabs))) continue;
    const chosen = tabs.filter((pair) => pair.some(isChosen));
    if (chosen.length === 1)
      yield { element: chosen[0]![0], message: `Only a class says that ${tagOf(chosen[0]![0])} is the chosen one` };
  }
}

const isOfTabs = (element: MarkupElement): boolean =>
  [element, ...[...ancestorsOf(element)].slice(0, 2)].some((each) => OF_TABS.test(attributeOf(each, 'class') ?? ''));

const ITSELF =
  String.raw`(?:this|(?:\$?event|evt?|e)\.(?:currentTarget|target)|\$\(\s*this\s*\)|` +
  String.raw`\w*(?:btn|button|toggle|switch|star|heart)\w*)`;
const ON =
  String.raw`['"](?:[\w-]*[-_])?` +
  String.raw`(?:on|active|selected|pressed|checked|liked|fav\w*|starred|enabled|toggled)['"]`;
const TURNS_ON = new RegExp(String.raw`(?<![\w.$])${ITSELF}\.(?:classList\.toggle|toggleClass)\(\s*${ON}\s*\)`, 'i');
/** Code that shows a part of the page, or says in words what it has done. */
const DOES_MORE = new RegExp(
  [
    String.raw`aria-?(?:pressed|checked|expanded|selected)|(?:text|inner)(?:Content|Text|HTML)\s*=`,
    String.raw`\.(?:text|html)\(\s*[^)\s]|nextElementSibling|\.title\s*=`,
    String.raw`\.hidden\b|style\.(?:display|maxHeight|height|visibility|width)|scrollHeight`,
    String.raw`(?:slide|fade)(?:Toggle|In|Out|Up|Down)\(|\.(?:show|hide|toggle)\(\s*\)`,
    String.raw`['"](?:open|show|visible|hidden)['"]|menu|nav`,
  ].join('|'),
  'i',
);

/** A button that a script turns on and off, which only a class of it shows. */
export function* switchesByClass(page: Page): Generator<Fault> {
  if (!page.markup.isPage || page.markup.isTemplate) return;
  if (scriptsOf(page).some(([, code]) => SAYS_STATE.test(code))) return;
  for (const element of page.inTree()) {
    if (!isHtml(element, 'button') || saysState(element) || hasUnknownInside(element)) continue;
    const code = codeOfClick(page, element);
    if (code !== undefined && TURNS_ON.test(code) && !DOES_MORE.test(code) && !isOfTabs(element))
      yield { element, message: `Only a class says whether ${tagOf(element)} is on` };
  }
}

const NAME = String.raw`[A-Za-z_$][\w$.]*`;
/** `open = !open`, `setOn(!on)`, `setOn((on) => !on)`, alone. */
const TOGGLES = [
  new RegExp(String.raw`^\s*(${NAME})\s*=\s*!\s*\1\s*;?\s*$`),
  new RegExp(String.raw`^\s*set[A-Z]\w*\(\s*!\s*(${NAME})\s*\)\s*;?\s*$`),
];
const OF_OTHERS = new RegExp(
  [
    'dialog',
    'modal',
    'dark',
    'theme',
    'edit',
    'fullscreen',
    'drawer',
    'popup',
    'tooltip',
    'toast',
    'menu',
    'nav',
    'side',
    'show',
    'open',
    'visible',
    'expand',
    'collaps',
    'hid',
    'load',
    'busy',
    'disab',
  ].join('|'),
  'i',
);

/** A button of a component that a click turns on and off, which only its classes show. */
export function* switchesByLooks(page: Page): Generator<Fault> {
  if (page.markup.isPage) return;
  for (const element of page.inTree()) {
    const [look, click] = [element.handlers.get('look'), doneOn(element, 'click') ?? ''];
    if (page.roleOf(element) !== 'button' || look === undefined || saysState(element)) continue;
    const name = TOGGLES.map((toggle) => toggle.exec(click)?.[1]).find((each) => each !== undefined);
    if (name === undefined || OF_OTHERS.test(`${name} ${click}`) || hasUnknownInside(element)) continue;
    if (['aria-label', 'title'].some((each) => element.attributes.get(each) === null)) continue;
    const isShown = new RegExp(
      String.raw`(?<![\w.$])${name.replaceAll(/[.$]/g, String.raw`\$&`)}(?![\w$])\s*(?:\?|&&|\}|$)`,
    ).test(look);
    if (isShown && textOf(element).trim() !== '' && ![...elementsIn(element)].some((each) => each.opaque))
      yield { element, message: `Only its looks say whether ${tagOf(element)} is on` };
  }
}

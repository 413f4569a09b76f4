import { type MarkupElement, ancestorsOf, elementsIn, hasUnknownInside, isComponent, isHtml } from '../markup';
import { explicitRole } from '../semantics/roles';
import { hoverStylesOf } from '../style/hover-styles';
import { codeOfClick } from './clicked-by-scripts';
import { doneOn, listensTo } from './handlers';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { scriptsOf } from './page-scripts';

/** Names of variables that say whether a part of the page is shown. Dialogs take the focus, and need no state. */
const SHOWN = String.raw`(?:\w*(?:${[
  ...['[oO]pen(?:ed)?', '[eE]xpand(?:ed)?', '[cC]ollapsed?', '[vV]isible', '[sS]how(?:n|ing)?', '[hH]idden'],
].join('|')})\w*|(?:show|toggle)\w+)`;
const PART = String.raw`(?:\w+(?:\.|\?\.))*`;
const FUNCTION = String.raw`(?:\(\w*\)\s*=>\s*\{?\s*)?`;
const ELEMENT = String.raw`(?:document\.(?:getElementById|querySelector)\([^()]*\)|this\.nextElementSibling|\w+)`;
const CLASS = String.raw`(?:hidden|d-none|open|is-open|show|shown|expanded|collapsed?|visible)`;
const TOGGLES = [
  // `open = !open`, `this.menuOpen = !this.menuOpen`
  String.raw`(${PART}${SHOWN})\s*=\s*!\s*\1`,
  // `setOpen(!open)`, `setOpen((open) => !open)`
  String.raw`${FUNCTION}set(${SHOWN})\(\s*(?:!\s*\w+|\(?(\w+)\)?\s*=>\s*!\s*\2)\s*\)\s*;?\s*\}?`,
  // `document.getElementById('menu').classList.toggle('hidden')`
  String.raw`${ELEMENT}\.classList\.toggle\(\s*['"]${CLASS}['"]\s*\)`,
  // `menu.hidden = !menu.hidden`
  String.raw`([\w.]+(?:\([^()]*\))?)\.hidden\s*=\s*!\s*\1\.hidden`,
].map((code) => new RegExp(String.raw`^\s*${code}\s*;?\s*$`));
const OTHERWISE = /dialog|modal|password|secret|dark|theme|edit|fullscreen|drawer|popup|tooltip|toast/i;
/** Attributes that say what is shown, or that something else opens. */
const STATES = ['aria-expanded', 'aria-pressed', 'aria-checked', 'aria-selected', 'aria-haspopup', 'aria-controls'];

/** A button that shows and hides a part of the page, and never says which of both it has done. */
function* togglesWithoutState(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!isHtml(element, 'button') && explicitRole(element) !== 'button') continue;
    if (STATES.some((name) => element.attributes.has(name)) || element.attributes.has('popovertarget')) continue;
    const code = doneOn(element, 'click') ?? '';
    const isAlone = code !== '' && !OTHERWISE.test(code) && TOGGLES.some((toggle) => toggle.test(code));
    if (!isAlone && !togglesByScript(element, page)) continue;
    if (opensComponent(page, code)) continue;
    // Its words may change with what it has done.
    if (hasUnknownInside(element) || element.attributes.get('aria-label') === null) continue;
    if (element.attributes.get('title') === null || [...ancestorsOf(element)].some((each) => each.name === 'summary'))
      continue;
    yield { element, message: `${tagOf(element)} shows and hides something, and does not say what it has done` };
  }
}

const PLACE_OF_PART = String.raw`(?:${[
  ...['list', 'menu', String.raw`nav\w*`, 'panel', 'content', 'answer', 'body', String.raw`(?:drop|sub|side)\w*`],
  ...['details?', 'links?', 'item', 'el'],
].join('|')})`;
const CLASS_OF_STATE = String.raw`['"](?:[\w-]*[-_])?(?:${[
  ...['hidden', 'd-none', 'open(?:ed)?', 'show(?:n|ing)?', 'expanded', 'collapsed?', 'visible', 'toggled'],
].join('|')})['"]`;
const FADES = String.raw`(?:\d+|['"](?:slow|fast)['"])?`;
/** Ways in which functions of scripts show what is hidden, and hide what is shown. */
const SHOWS_AND_HIDES = new RegExp(
  [
    // `menu.classList.toggle('open')`
    String.raw`\.classList\.toggle\(\s*${CLASS_OF_STATE}\s*\)`,
    // `nav.classList.toggle('active')`
    String.raw`${PLACE_OF_PART}\.classList\.toggle\(\s*['"](?:is-)?active['"]\s*\)`,
    // `menu.hidden = !menu.hidden`
    String.raw`\.hidden\s*=\s*!`,
    // `panel.style.display === 'block' ? 'none' : 'block'`, or as two branches
    String.raw`\.style\.(?:display|maxHeight|visibility)\s*={2,3}\s*['"]\w*['"]`,
    String.raw`\(\s*\w+\.style\.(?:display|maxHeight)\s*\)`,
    // `$('#menu').slideToggle()`, `$('.nav').toggleClass('open')`
    String.raw`\.(?:slide|fade)Toggle\(|(?:\$|jQuery)\([^()]*\)(?:\.\w+\([^()]*\))*\.toggle\(\s*${FADES}\s*\)`,
    String.raw`\.toggleClass\(\s*${CLASS_OF_STATE}\s*\)`,
  ].join('|'),
);
const SAYS_STATE = new RegExp(
  [
    String.raw`aria-?(?:expanded|pressed|hidden|selected|controls)|\.focus\(|showModal`,
    String.raw`(?:inner|text)(?:HTML|Text|Content)\s*=|\.(?:text|html)\(\s*[^)\s]`,
  ].join('|'),
  'i',
);

/** The same by the scripts of the page, none of which says a state or changes the words of the button. */
function togglesByScript(element: MarkupElement, page: Page): boolean {
  if (!page.markup.isPage || !page.exposures.isSeen(element)) return false;
  const code = codeOfClick(page, element);
  if (code === undefined || OTHERWISE.test(code) || !SHOWS_AND_HIDES.test(code) || SAYS_STATE.test(code)) return false;
  return !scriptsOf(page).some(([, each]) => /aria-?expanded|aria-?pressed/i.test(each));
}

/** Attributes of components that say whether they are shown. */
const SHOWN_BY = ['open', 'show', 'visible', 'isopen', 'is-open', 'opened', 'modelvalue', 'model-value'];

/** Whether a component gets what the button sets: it may be a dialog, which takes the focus. */
const opensComponent = (page: Page, code: string): boolean =>
  page.markup.elements.some(
    (each) =>
      isComponent(each) &&
      (code.includes(each.handlers.get('model') || '\0') ||
        SHOWN_BY.some((name) => each.attributes.get(name) === null)),
  );

const SHOWS = /^(?:display:(?!none)|visibility:visible)/;
const HIDES = /^(?:display:none|visibility:hidden)$/;

/** A menu that a style sheet shows below the pointer alone: no key opens it. */
function* shownByStyleOnHover(page: Page): Generator<Fault> {
  if (page.markup.lacksSheets) return;
  const { byPointer, byFocus } = hoverStylesOf(page.markup.sheets, SHOWS);
  const told = new Set<MarkupElement>();
  for (const matches of byPointer) {
    for (const element of page.elements) {
      if (told.has(element) || !matches(element) || !isHiddenAtRest(element, page)) continue;
      if (byFocus.some((isShownByFocus) => isShownByFocus(element))) continue;
      if (!holdsLinks(element) || isOpenedOtherwise(element)) continue;
      told.add(element);
      yield { element, message: `A style sheet shows ${tagOf(element)} below the pointer, and nothing else does` };
    }
  }
}

const isHiddenAtRest = (element: MarkupElement, page: Page): boolean =>
  ['display', 'visibility'].some((name) =>
    HIDES.test(`${name}:${page.cascade.styleOf(element).get(name)?.value.trim().toLowerCase() ?? ''}`),
  );

const holdsLinks = (element: MarkupElement): boolean =>
  [...elementsIn(element)].some((each) => isHtml(each, 'button') || (isHtml(each, 'a') && each.attributes.has('href')));

/** A control beside it that a script listens to may open it, too. */
function isOpenedOtherwise(element: MarkupElement): boolean {
  const around = element.parent;
  if (!around || around.opaque) return true;
  return [around, ...elementsIn(around)].some(
    (each) =>
      each.opaque ||
      each.attributes.has('aria-expanded') ||
      each.attributes.has('aria-haspopup') ||
      listensTo(each, 'click', 'focus', 'focusin', 'keydown') ||
      [...each.attributes.keys()].some((name) => name.startsWith('data-')),
  );
}

export const disclosureRules: Readonly<Record<string, Rule>> = {
  'toggle-without-state': togglesWithoutState,
  'menu-by-hover': shownByStyleOnHover,
};

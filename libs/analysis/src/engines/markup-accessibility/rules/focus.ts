import type { ChildNode, Declaration, Rule as PostcssRule } from 'postcss';
import { type MarkupElement, ancestorsOf, attributeOf, elementsIn, isHtml, textOf } from '../markup';
import { isInTabOrder } from '../semantics/focus';
import { inputType } from '../semantics/roles';
import { declarationsIn, parsedOrNothing, styleRulesIn } from '../style/cascade';
import { type Colour, WHITE, colourOf, contrastOf } from '../style/colour';
import { type Matches, matcherOf, specificityOf } from '../style/selectors';
import { type Utility, isKnownUtility, utilitiesOf } from '../style/utilities';
import { listensTo } from './handlers';
import { type Fault, type Page, type Rule, tagOf } from './page';
import { scriptsOf } from './page-scripts';

/** A rule of a style sheet about an element that has the focus. */
interface FocusRule {
  readonly matches: Matches;
  readonly hidesOutline: boolean;
  readonly showsSomething: boolean;
  /** Whether it holds only while the element has the focus. */
  readonly isOfFocus: boolean;
  /** Whether an outline is all that it shows, which a rule that counts more takes away. */
  readonly showsOutlineAlone: boolean;
  /** Its weight in the cascade, with its place in the sheets last. */
  readonly weight: number;
}

const FOCUS = /:focus(?:-visible|-within)?\b/gi;

const PROPERTY = /(--[\w-]+)\s*:\s*([^;{}]+)/g;

/** The text of a sheet with the custom properties in it replaced that sheets of the page declare once. */
function plainSheets(page: Page): readonly string[] {
  const all = page.markup.sheets.map(({ css }) => css);
  if (!all.some((css) => /\boutline[^;{}]*var\(/.test(css))) return all;
  const values = new Map<string, string | undefined>();
  for (const css of all)
    for (const [, name = '', value = ''] of css.matchAll(PROPERTY))
      values.set(name, values.has(name) && values.get(name) !== value.trim() ? undefined : value.trim());
  return all.map((css) => css.replace(/var\(\s*(--[\w-]+)\s*\)/g, (whole, name: string) => values.get(name) ?? whole));
}

function* focusRules(page: Page): Generator<FocusRule> {
  let order = 0;
  for (const css of plainSheets(page)) {
    const open: { readonly nodes: readonly ChildNode[]; readonly isLayered: boolean }[] = [
      { nodes: parsedOrNothing(css), isLayered: false },
    ];
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const node of next.nodes) {
        if (node.type === 'atrule' && node.nodes)
          open.push({ nodes: node.nodes, isLayered: next.isLayered || node.name === 'layer' });
        if (node.type === 'rule') yield* focusRulesOf(node, next.isLayered ? 0 : UNLAYERED, (order += 1));
      }
  }
}

/** The weights of a place in the sheets, of a layer and of `!important`, beside those of selectors. */
const MOST_RULES = 10_000;
const UNLAYERED = 1e14;
const IMPORTANT = 1e15;

function* focusRulesOf(rule: PostcssRule, layer: number, order: number): Generator<FocusRule> {
  const declarations = rule.nodes.filter((each): each is Declaration => each.type === 'decl');
  const hidesOutline = declarations.some(isNoOutline);
  const showing = declarations.filter((each) =>
    hidesOutline ? !showsNothing(each) : !takesAway(each) && !isOfNoLook(each),
  );
  const isImportant = declarations.some(({ prop, important }) => important === true && prop.startsWith('outline'));
  for (const selector of rule.selectors) {
    const weight =
      (isImportant ? IMPORTANT : 0) + layer + specificityOf(selector) * MOST_RULES + Math.min(order, MOST_RULES - 1);
    // A style that holds at all times takes the outline away at this time, too.
    if (selector.search(FOCUS) === -1) {
      const matches = hidesOutline ? matcherOf(selector) : undefined;
      if (matches)
        yield {
          matches: (each) => !showsCaret(each) && matches(each),
          hidesOutline,
          showsSomething: false,
          showsOutlineAlone: false,
          isOfFocus: false,
          weight,
        };
      continue;
    }
    const matches = matcherOf(selector.replace(FOCUS, '').replace(/(^|[\s>+~])(?=[\s>+~]|$)/g, '$1*') || '*');
    const showsSomething = showing.length > 0;
    const showsOutlineAlone = showsSomething && showing.every(({ prop }) => /^outline/i.test(prop));
    if (matches) yield { matches, hidesOutline, showsSomething, showsOutlineAlone, isOfFocus: true, weight };
    const around = showsSomething ? matcherAround(selector) : undefined;
    if (around)
      yield { matches: around, hidesOutline: false, showsSomething, showsOutlineAlone, isOfFocus: true, weight };
  }
}

/** Whether an element lies in one that a rule tells of while anything in it has the focus: `.card:focus-within`. */
function matcherAround(selector: string): Matches | undefined {
  const at = selector.lastIndexOf(':focus-within');
  const matches = at === -1 ? undefined : matcherOf(selector.slice(0, at).replace(FOCUS, '') || '*');
  return matches && ((element) => [...ancestorsOf(element)].some((each) => each.parent !== undefined && matches(each)));
}

const isNoOutline = ({ prop, value }: Declaration): boolean =>
  (/^outline(?:-style|-width)?$/i.test(prop) && /(?:^|\s)(?:none|0(?:px|r?em)?)(?:\s|$)/i.test(value.trim())) ||
  (prop.toLowerCase() === 'all' && /^(?:unset|initial)$/i.test(value.trim())) ||
  (/^outline(?:-color)?$/i.test(prop) && /\btransparent\b/i.test(value));

/** Declarations that take away what may show the focus. */
const takesAway = (each: Declaration): boolean =>
  isNoOutline(each) ||
  (/^(?:-webkit-|-moz-)?box-shadow$|^text-decoration$/i.test(each.prop) && /^none\b/i.test(each.value.trim())) ||
  (/^border$/i.test(each.prop) && /^(?:0|none)\b/i.test(each.value.trim()));

/** Declarations that show nothing without an outline. */
const showsNothing = (each: Declaration): boolean =>
  takesAway(each) || isOfNoLook(each) || /^outline-(?:offset|style|width)$/i.test(each.prop);

const OF_NO_LOOK = new RegExp(
  String.raw`^(?:cursor|caret-color|transition(?:-\w+)*|z-index|pointer-events|user-select|position|` +
    String.raw`-webkit-tap-highlight-color)$`,
  'i',
);

/** Declarations of which nobody sees anything. */
const isOfNoLook = ({ prop, value }: Declaration): boolean =>
  OF_NO_LOOK.test(prop) || /^(?:inherit|unset|initial)$/i.test(value.trim());

/** A field shows where people type, and a body has the focus when nothing else has it. */
const showsCaret = (element: MarkupElement): boolean =>
  isHtml(element, 'textarea', 'body', 'html') ||
  element.attributes.has('contenteditable') ||
  (isHtml(element, 'input') && !WITHOUT_CARET.has(inputType(element)));
const WITHOUT_CARET = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

/** A rule within another one of Sass, which may get more from elsewhere. */
const NESTED = /&[^{};]*:focus/;

const hasNoOutline = (element: MarkupElement): boolean =>
  !showsCaret(element) && declarationsIn(attributeOf(element, 'style') ?? '').some(isNoOutline);

/** No class gives the element another look, and its own style counts more than those of its kind. */
const isStyledAlone = ({ attributes }: MarkupElement): boolean =>
  typeof attributes.get('style') === 'string' && !attributes.has('class');

const TAKES_OUTLINE = /^outline-(?:none|hidden|0)$/;
/** Styles of the focus that nobody sees. */
const SHOWS_NOTHING = /^(?:outline-(?:none|hidden|0)|(?:ring|border|shadow)-(?:0|none|transparent)|ring-offset-0)$/;

const isOfFocus = ({ variants }: Utility): boolean => variants.some((each) => each.includes('focus'));
const takesOutline = (utility: Utility): boolean =>
  TAKES_OUTLINE.test(utility.name) && (utility.variants.length === 0 || isOfFocus(utility));
const mayShowFocus = (utility: Utility): boolean =>
  (isOfFocus(utility) && !SHOWS_NOTHING.test(utility.name)) || !isKnownUtility(utility) || /^peer\b/.test(utility.name);

/** Whether classes of a framework take the outline away, and neither they nor a style sheet put something instead. */
function losesFocusByClasses(element: MarkupElement, page: Page): boolean {
  if (showsCaret(element) || element.attributes.get('style') === null) return false;
  const own = utilitiesOf(element);
  if (!own?.some(takesOutline) || own.some(mayShowFocus)) return false;
  // Without a target the file is all that there is.
  const styles = page.surroundings.focusStyles?.();
  if (styles?.ofElements || own.some(({ name }) => styles?.ofClasses.has(name))) return false;
  const isOfOther = (each: MarkupElement): boolean => !each.opaque && utilitiesOf(each)?.some(isOfFocus) !== false;
  return ![...ancestorsOf(element), ...elementsIn(element)].some((each) => each.parent && isOfOther(each));
}

/** The first element of a file that loses the indicator of its focus by the classes of a framework. */
function* invisibleByClasses(page: Page): Generator<Fault> {
  const element = page.elements.find(
    (each) =>
      isHtml(each, 'button', 'a', 'summary') &&
      isInTabOrder(each, page.exposures) &&
      page.exposures.isSeen(each) &&
      !listensTo(each, 'focus') &&
      losesFocusByClasses(each, page),
  );
  if (element) yield { element, message: `Nothing shows when ${tagOf(element)} has the focus`, isMild: true };
}

/** An element that the Tab key reaches, of which the style sheets take the outline away and put nothing instead. */
function* invisibleByStyles(page: Page): Generator<Fault> {
  const { isPage } = page.markup;
  if (page.markup.lacksSheets) return;
  if (page.markup.sheets.some(({ css }) => NESTED.test(css) && /@(?:include|extend|mixin)\b/.test(css))) return;
  // Other sheets than its own may show the focus in a component, unless its own say that nothing does.
  const rules = [...focusRules(page)].filter(({ isOfFocus, showsSomething }) => isPage || isOfFocus || showsSomething);
  const isTaken = (shown: FocusRule, element: MarkupElement): boolean =>
    rules.some((rule) => rule.hidesOutline && rule.weight > shown.weight && rule.matches(element));
  const isShown = (element: MarkupElement) =>
    rules.some(
      (rule) => rule.showsSomething && rule.matches(element) && !(rule.showsOutlineAlone && isTaken(rule, element)),
    );
  // Users of a component seldom give its outermost element another outline than its own sheet.
  const outermost = page.markup.elements.filter((each) => each.handlers.has('outermost') && !each.opaque);
  for (const element of [...outermost, ...page.elements]) {
    if (!isInTabOrder(element, page.exposures) || !page.exposures.isSeen(element)) continue;
    const isHidden =
      ((isPage || isStyledAlone(element)) && hasNoOutline(element)) ||
      rules.some((rule) => rule.hidesOutline && rule.matches(element));
    if (!isHidden || isShown(element) || listensTo(element, 'focus')) continue;
    yield {
      element,
      message: `Nothing shows when ${tagOf(element)} has the focus`,
      ...(!isPage && { isMild: true as const }),
    };
    return;
  }
}

/** A link or button that a style moves out of sight, or makes transparent, and that no style brings back for keys. */
function* outOfSight(page: Page): Generator<Fault> {
  const { isPage, isTemplate, lacksSheets, elements } = page.markup;
  // Another file may bring it back.
  if (!isPage || isTemplate || lacksSheets || elements.some((each) => isHtml(each, 'script'))) return;
  const all = page.markup.sheets.map(({ css }) => css).join('\n');
  if (/:(?:checked|target|has\()/.test(all)) return;
  const rules = [...focusRules(page)].filter(({ isOfFocus, showsSomething }) => isOfFocus && showsSomething);
  for (const element of page.elements) {
    if (!isHtml(element, 'a', 'button') || !isInTabOrder(element, page.exposures) || page.exposures.isSeen(element))
      continue;
    const around = [element, ...ancestorsOf(element)];
    if (textOf(element).trim() === '' || around.some((each) => rules.some((rule) => rule.matches(each)))) continue;
    if (around.some((each) => listensTo(each, 'focus', 'focusin') || each.attributes.has('popover'))) continue;
    // A picture in the place of the words is to be seen.
    if (
      around.some((each) =>
        ['text-indent', 'font-size', 'overflow'].some((name) => page.cascade.styleOf(each).has(name)),
      )
    )
      continue;
    yield { element, message: `${tagOf(element)} has the focus where nobody sees it` };
    return;
  }
}

const TAKES_BY_SCRIPT = new RegExp(
  String.raw`\.style\.outline(?:Style|Width)?\s*=\s*(['"])(?:none|0(?:px)?)\1|` +
    String.raw`\.css\(\s*['"]outline['"]\s*,\s*(?:0|['"](?:none|0)['"])\s*\)`,
);
const SHOWS_BY_SCRIPT = new RegExp(
  String.raw`\.style\.(?:boxShadow|border|background|outlineColor|outline\s*=\s*['"](?!none|0))|` +
    String.raw`classList|['"]box-shadow`,
);

/** A script that takes the outline away from controls, where no style shows their focus otherwise. */
function* takenByScript(page: Page): Generator<Fault> {
  const { isPage, isTemplate, lacksSheets } = page.markup;
  if (!isPage || isTemplate || lacksSheets) return;
  for (const [element, code] of scriptsOf(page)) {
    if (!TAKES_BY_SCRIPT.test(code) || SHOWS_BY_SCRIPT.test(code)) continue;
    if ([...focusRules(page)].some(({ isOfFocus, showsSomething }) => isOfFocus && showsSomething)) return;
    if (!page.elements.some((each) => isInTabOrder(each, page.exposures) && !showsCaret(each))) return;
    yield { element, message: 'A script takes the outline away that shows where the focus is' };
    return;
  }
}

/** An outline of nearly the colour of the page shows nobody where the focus is. */
const LEAST_CONTRAST = 1.5;

/** Controls whose outline has the colour of a plain page behind it. */
function* faintOutlines(page: Page): Generator<Fault> {
  const isFaint = ({ element, ratio }: Outlined): boolean => ratio < LEAST_CONTRAST && !showsCaret(element);
  for (const { element } of outlinesOfFocus(page, isFaint))
    yield { element, message: `The outline of ${tagOf(element)} has nearly the colour of the page` };
}

/** An element, and the contrast of the outline that alone shows its focus with what is around it. */
interface Outlined {
  readonly element: MarkupElement;
  readonly ratio: number;
}

/** Outlines that are hard to see, of a page that shows them on colours which it declares. */
export function* hardOutlines(page: Page): Generator<Outlined> {
  yield* outlinesOfFocus(
    page,
    ({ element, ratio }) => ratio < NEEDED_CONTRAST && (ratio >= LEAST_CONTRAST || showsCaret(element)),
  );
}

/** The ratio that WCAG asks of parts that show a state. */
const NEEDED_CONTRAST = 3;

/** The first element of each outline that is one of those. */
function* outlinesOfFocus(page: Page, isMeant: (each: Outlined) => boolean): Generator<Outlined> {
  const { isPage, isTemplate, lacksSheets, root } = page.markup;
  if (!isPage || isTemplate || lacksSheets) return;
  const body = page.elements.find((each) => isHtml(each, 'body'));
  const grounds = [root, ...(body ? [body] : [])].flatMap(
    (each) => colourOf(page.cascade.styleOf(each).get('background-color')?.value ?? '') ?? [],
  );
  const whole = grounds.at(-1) ?? WHITE;
  for (const { selectors, colour } of outlinesIn(page)) {
    if (colour.alpha < 1) continue;
    const matches = selectors.flatMap((each) => matcherOf(each.replace(FOCUS, '') || '*') ?? []);
    for (const element of page.elements) {
      if (!matches.some((isMatched) => isMatched(element))) continue;
      if (!isInTabOrder(element, page.exposures) || !page.exposures.isSeen(element)) continue;
      const ground = groundAround(element, whole, page);
      const outlined = ground?.alpha === 1 ? { element, ratio: contrastOf(colour, ground) } : undefined;
      if (!outlined || !isMeant(outlined)) continue;
      yield outlined;
      break;
    }
  }
}

/** The colour of the nearest box around an element that has one; undefined if it cannot be told. */
function groundAround(element: MarkupElement, whole: Colour, { cascade }: Page): Colour | undefined {
  for (const around of ancestorsOf(element)) {
    if (isHtml(around, 'html', 'body')) return whole;
    const style = cascade.styleOf(around);
    const declared = style.get('background-color')?.value;
    if (declared !== undefined) return colourOf(declared);
    if (style.has('background-image')) return undefined;
  }
  return whole;
}

/** The outlines of the focus that sheets declare alone, with their colours. */
function* outlinesIn(page: Page): Generator<{ readonly selectors: readonly string[]; readonly colour: Colour }> {
  for (const { css } of page.markup.sheets)
    for (const rule of styleRulesIn(parsedOrNothing(css), ({ name }) => /^(?:media|layer|supports)$/.test(name))) {
      const declarations = rule.nodes.filter((each): each is Declaration => each.type === 'decl');
      const outline = declarations.findLast(({ prop }) => /^outline(?:-color)?$/i.test(prop));
      const isAlone = declarations.every((each) => /^outline/i.test(each.prop) || isOfNoLook(each));
      const selectors = rule.selectors.filter((each) => each.search(FOCUS) !== -1);
      const colours = (outline?.value ?? '').split(/\s+(?![^(]*\))/).flatMap((word) => colourOf(word) ?? []);
      if (isAlone && selectors.length > 0 && colours.length === 1) yield { selectors, colour: colours[0]! };
    }
}

const HIDDEN_FIELD: readonly (readonly [string, RegExp])[] = [
  ['opacity', /^0(?:\.0+)?%?$/],
  ['clip', /^rect\(\s*[01]/],
  ['clip-path', /^inset\((?:50|100)%/],
];

/** A checkbox or radio that a style hides behind a drawing of its own, of which nothing changes with the focus. */
function* drawnWithoutFocus(page: Page): Generator<Fault> {
  const { isPage, lacksSheets, isTemplate, sheets } = page.markup;
  const all = sheets.map(({ css }) => css).join('\n');
  if (!isPage || lacksSheets || isTemplate || !/:checked\b/.test(all) || /:focus/.test(all)) return;
  for (const element of page.elements) {
    if (!isHtml(element, 'input') || !/^(?:checkbox|radio)$/.test(inputType(element))) continue;
    const style = page.cascade.styleOf(element);
    const isHidden = HIDDEN_FIELD.some(([name, hides]) => hides.test(style.get(name)?.value.trim() ?? ''));
    const isTaken = /^(?:none|hidden)$/.test(
      style.get('display')?.value.trim() ?? style.get('visibility')?.value.trim() ?? '',
    );
    if (!isHidden || isTaken || !isInTabOrder(element, page.exposures) || listensTo(element, 'focus')) continue;
    yield { element, message: `${tagOf(element)} lies behind a drawing, which looks the same when it has the focus` };
    return;
  }
}

export const focusRulesOfPages: Readonly<Record<string, Rule>> = {
  'focus-invisible': function* (page) {
    yield* invisibleByStyles(page);
    yield* invisibleByClasses(page);
    yield* drawnWithoutFocus(page);
    yield* outOfSight(page);
    yield* faintOutlines(page);
    yield* takenByScript(page);
  },
};

import { type MarkupElement, ancestorsOf, attributeOf } from '../markup';
import { contrastOfText, isStyleKnown, shownRatio } from './contrast';
import { lowContrastElsewhere } from './media-contrast';
import { parsedOrNothing, styleRulesIn } from '../style/cascade';
import { type Matches, keyOf, keysOf, matcherOf } from '../style/selectors';
import { type Fault, Page, type Rule, tagOf } from './page';

/** A state that a style sheet may give other colours. */
interface State {
  readonly pseudo: RegExp;
  readonly where: string;
  /**
   * The share of the needed ratio below which it counts. Somebody has just read the text below a pointer, so that the
   * rest is small; a link that was visited stays so.
   */
  readonly share: number;
}

const STATES: readonly State[] = [
  { pseudo: /:hover\b/g, where: 'Under the pointer', share: 2 / 3 },
  { pseudo: /:focus(?:-visible|-within)?(?![\w-])/g, where: 'With the focus', share: 2 / 3 },
  { pseudo: /:visited\b/g, where: 'Once visited', share: 1 },
];
/** A rule about a state that changes a colour. */
const COLOURS_IN_STATE = (pseudo: RegExp): RegExp =>
  new RegExp(String.raw`${pseudo.source}[^{}]*\{[^}]*(?:color|background|opacity)\s*:`);
/** Holds of each element, and counts as much as a state does in the cascade. */
const ALWAYS = ':not(.-)';

/** Text that is readable at rest, and no longer when a pointer is over it, when it has the focus or was visited. */
function* lowContrastInState(page: Page, { pseudo, where, share }: State): Generator<Fault> {
  const { sheets } = page.markup;
  const changes = COLOURS_IN_STATE(pseudo);
  if (!isStyleKnown(page) || !sheets.some(({ css }) => changes.test(css))) return;
  const mayChange = changedBy(page, pseudo);
  if (!page.elements.some(mayChange)) return;
  const inState = sheets.map((sheet) => ({ ...sheet, css: sheet.css.replace(pseudo, ALWAYS) }));
  const other = new Page({ ...page.markup, sheets: inState }, page.surroundings);
  const told = new Set<string>();
  for (const element of page.elements) {
    const around = [element, ...ancestorsOf(element)].filter(mayChange);
    if (!around.some((each) => hasOtherColours(each, page, other))) continue;
    const found = contrastOfText(element, other);
    if (!found || found.ratio >= found.needed * share) continue;
    const atRest = contrastOfText(element, page);
    if (!atRest || atRest.ratio < atRest.needed) continue;
    const look = `${element.name} ${attributeOf(element, 'class') ?? ''} ${found.ratio}`;
    if (told.has(look)) continue;
    told.add(look);
    const [ratio, tag] = [shownRatio(found.ratio), tagOf(element)];
    yield { element, message: `${where} the contrast of ${tag} is ${ratio}; it needs ${found.needed}:1` };
  }
}

const ANY_SHEET = /^(?:media|layer|supports)$/;

/** Finds the elements of which a rule about a state gives the colours: few do, and the rest needs no second look. */
function changedBy(page: Page, pseudo: RegExp): (element: MarkupElement) => boolean {
  const byKey = new Map<string, Matches[]>();
  for (const { css } of page.markup.sheets) {
    if (css.search(pseudo) === -1) continue;
    for (const rule of styleRulesIn(parsedOrNothing(css), ({ name }) => ANY_SHEET.test(name))) {
      const isOfColour = rule.nodes.some((each) => each.type === 'decl' && /color|background|opacity/i.test(each.prop));
      for (const selector of isOfColour ? rule.selectors : []) {
        if (selector.search(pseudo) === -1) continue;
        const plain = selector.replace(pseudo, ALWAYS);
        const matches = matcherOf(plain);
        if (matches) byKey.set(keyOf(plain), [...(byKey.get(keyOf(plain)) ?? []), matches]);
      }
    }
  }
  const known = new Map<MarkupElement, boolean>();
  return (element) => {
    const found =
      known.get(element) ?? keysOf(element).some((key) => byKey.get(key)?.some((matches) => matches(element)) === true);
    known.set(element, found);
    return found;
  };
}

const COLOURS = ['color', 'background-color', 'background-image', 'opacity'];

const hasOtherColours = (element: MarkupElement, page: Page, pointed: Page): boolean => {
  const [now, then] = [page.cascade.styleOf(element), pointed.cascade.styleOf(element)];
  return COLOURS.some((name) => now.get(name)?.value !== then.get(name)?.value);
};

export const stateContrastRules: Readonly<Record<string, Rule>> = {
  'contrast-of-state': function* (page) {
    for (const state of STATES) yield* lowContrastInState(page, state);
    yield* lowContrastElsewhere(page);
  },
};

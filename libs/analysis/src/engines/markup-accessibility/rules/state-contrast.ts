import { type MarkupElement, ancestorsOf, attributeOf } from '../markup';
import { contrastOfText, isStyleKnown, shownRatio } from './contrast';
import { lowContrastElsewhere } from './media-contrast';
import { type Fault, Page, type Rule, tagOf } from './page';

const HOVER = /:hover\b/g;
/** A rule about the pointer that changes a colour. */
const COLOURS_ON_HOVER = /:hover\b[^{}]*\{[^}]*(?:color|background|opacity)\s*:/;
/** Holds of each element, and counts as much as a state does in the cascade. */
const ALWAYS = ':not(.-)';
/** The share of the needed ratio below which it counts: somebody has just read the text, and the rest is small. */
const SHARE = 2 / 3;

/** Text that is readable at rest, and no longer when a pointer is over it. */
function* lowContrastUnderPointer(page: Page): Generator<Fault> {
  const { sheets } = page.markup;
  if (!isStyleKnown(page) || !sheets.some(({ css }) => COLOURS_ON_HOVER.test(css))) return;
  const pointedSheets = sheets.map((sheet) => ({ ...sheet, css: sheet.css.replace(HOVER, ALWAYS) }));
  const pointed = new Page({ ...page.markup, sheets: pointedSheets }, page.surroundings);
  const told = new Set<string>();
  for (const element of page.elements) {
    if (![element, ...ancestorsOf(element)].some((each) => hasOtherColours(each, page, pointed))) continue;
    const found = contrastOfText(element, pointed);
    if (!found || found.ratio >= found.needed * SHARE) continue;
    const atRest = contrastOfText(element, page);
    if (!atRest || atRest.ratio < atRest.needed) continue;
    const look = `${element.name} ${attributeOf(element, 'class') ?? ''} ${found.ratio}`;
    if (told.has(look)) continue;
    told.add(look);
    const [ratio, tag] = [shownRatio(found.ratio), tagOf(element)];
    yield { element, message: `Under the pointer the contrast of ${tag} is ${ratio}; it needs ${found.needed}:1` };
  }
}

const COLOURS = ['color', 'background-color', 'background-image', 'opacity'];

const hasOtherColours = (element: MarkupElement, page: Page, pointed: Page): boolean => {
  const [now, then] = [page.cascade.styleOf(element), pointed.cascade.styleOf(element)];
  return COLOURS.some((name) => now.get(name)?.value !== then.get(name)?.value);
};

export const stateContrastRules: Readonly<Record<string, Rule>> = {
  'contrast-of-state': function* (page) {
    yield* lowContrastUnderPointer(page);
    yield* lowContrastElsewhere(page);
  },
};

import { type MarkupElement, ancestorsOf, attributeOf, hasUnknownInside, isHtml, textOf } from '../markup';
import { isDisabled } from '../semantics/focus';
import { inputType } from '../semantics/roles';
import { BLACK, type Colour, WHITE, colourOf, contrastOf, blended } from '../style/colour';
import { fontSizeOf, isBold, resolved } from '../style/text-style';
import { type Fault, type Page, type Rule } from './page';
import { faintPlaceholders } from './placeholders';
import { faintByClasses } from './tailwind-contrast';

const LINK_BLUE: Colour = { red: 0, green: 0, blue: 238, alpha: 1 };
const BUTTON_GREY: Colour = { red: 239, green: 239, blue: 239, alpha: 1 };
const MARKER_YELLOW: Colour = { red: 255, green: 255, blue: 0, alpha: 1 };

/** A colour, whether the file declares it, and undefined if it cannot be told. */
interface Found {
  readonly colour: Colour;
  readonly isDeclared: boolean;
}

const WORDS = /\p{L}/u;

/** The contrast of a text and the least that it needs, as ratios. */
interface Contrast {
  readonly ratio: number;
  readonly needed: 3 | 4.5;
}

/** The contrast of the text of an element; undefined if it has none, or if its colours cannot be told. */
export function contrastOfText(element: MarkupElement, page: Page): Contrast | undefined {
  if (!hasWords(element) || !page.exposures.isSeen(element) || isExempt(element, page)) return undefined;
  if (!page.markup.isPage && [element, ...ancestorsOf(element)].some(mayLookOtherwise)) return undefined;
  const text = foregroundOf(element, page);
  const grounds = text && backgroundsOf(element, page);
  if (!text || !grounds) return undefined;
  const isWhole = page.markup.isPage && !page.markup.lacksSheets && !page.markup.isTemplate;
  if (!isWhole && !(text.isDeclared && grounds.isDeclared)) return undefined;
  if (!text.isDeclared && !grounds.isDeclared) return undefined;
  const ratio = Math.max(...grounds.colours.map((ground) => contrastOf(blended(text.colour, ground), ground)));
  return { ratio, needed: neededBy(element, page) };
}

/** Whether all style sheets that the target has were read. */
export const isStyleKnown = ({ cascade, markup }: Page): boolean => cascade.isComplete || markup.sheets.length === 0;

export const shownRatio = (ratio: number): string => `${Math.floor(ratio * 100) / 100}:1`;

function* lowContrast(page: Page): Generator<Fault> {
  if (!isStyleKnown(page)) return;
  // Users of a component seldom give its outermost element other colours.
  const outermost = page.markup.elements.filter((each) => each.handlers.has('outermost') && !each.opaque);
  for (const element of [...outermost.filter((each) => !page.elements.includes(each)), ...page.elements]) {
    const found = contrastOfText(element, page);
    if (found && found.ratio < found.needed)
      yield { element, message: `The contrast of the text is ${shownRatio(found.ratio)}; it needs ${found.needed}:1` };
  }
  for (const { element, ratio } of faintByClasses(page)) {
    const message = `Its classes give the text a contrast of ${shownRatio(ratio)}; it needs 4.5:1`;
    yield { element, message, isMild: true };
  }
  for (const { element, ratio } of faintPlaceholders(page)) {
    if (!page.markup.isPage && [element, ...ancestorsOf(element)].some(mayLookOtherwise)) continue;
    const message = `The contrast of the placeholder is ${shownRatio(ratio)}; it needs 4.5:1`;
    yield { element, message, isMild: true };
  }
}

/** Whether a component gives the element further classes or styles when it runs. */
const mayLookOtherwise = ({ attributes, choices }: MarkupElement): boolean =>
  ['class', 'style'].some((name) => attributes.get(name) === null || choices.has(name));

const hasWords = (element: MarkupElement): boolean =>
  isHtml(element, 'input')
    ? SHOWS_VALUE.has(inputType(element)) && WORDS.test(attributeOf(element, 'value') ?? '')
    : isHtml(element, 'select')
      ? !hasUnknownInside(element) && WORDS.test(textOf(element))
      : element.namespace === 'html' &&
        !isHtml(element, 'option', 'select', 'textarea', 'title') &&
        element.children.some((child) => child.kind === 'text' && WORDS.test(child.text ?? ''));

const BUTTONS = ['button', 'reset', 'submit'];
const SHOWS_VALUE = new Set(['text', 'search', 'email', 'tel', 'url', ...BUTTONS]);

/** Large text may be fainter. Text of unknown size counts as large. */
function neededBy(element: MarkupElement, { cascade }: Page): 3 | 4.5 {
  const size = fontSizeOf(element, cascade);
  return size === undefined || size >= 24 || (size >= 18.66 && isBold(element, cascade)) ? 3 : 4.5;
}

/** Text of what cannot be operated. */
function isExempt(element: MarkupElement, page: Page): boolean {
  for (const each of [element, ...ancestorsOf(element)]) {
    if (isDisabled(each) || attributeOf(each, 'aria-disabled') === 'true' || page.exposures.isInert(each)) return true;
    if (isHtml(each, 'label') && labelsDisabled(each, page)) return true;
    const style = page.cascade.styleOf(each);
    // An element that is faded and takes no pointer is shown as out of use.
    if (style.has('opacity') && style.get('pointer-events')?.value.trim() === 'none') return true;
  }
  const id = attributeOf(element, 'id');
  return (
    id !== undefined &&
    page.elements.some(
      (each) => isOff(each) && attributeOf(each, 'aria-labelledby')?.split(/\s+/).includes(id) === true,
    )
  );
}

const isOff = (element: MarkupElement): boolean =>
  isDisabled(element) || attributeOf(element, 'aria-disabled') === 'true';

const labelsDisabled = (label: MarkupElement, page: Page): boolean =>
  page.elements.some((each) => isOff(each) && page.names.labelsOf(each).includes(label));

/** The colour of a text; undefined if it cannot be told. */
export function foregroundOf(element: MarkupElement, page: Page): Found | undefined {
  let opacity = 1;
  let found: Found | undefined;
  for (const each of [element, ...ancestorsOf(element)]) {
    const style = page.cascade.styleOf(each);
    const shadow = style.get('text-shadow')?.value.trim();
    if (shadow !== undefined && shadow !== 'none') return undefined;
    if (style.has('mix-blend-mode') || style.has('-webkit-text-fill-color')) return undefined;
    const filter = style.get('filter')?.value.trim() ?? 'none';
    const [, ofFilter] = /^opacity\(\s*([\d.]+%?)\s*\)$/.exec(filter) ?? [];
    if (filter !== 'none' && ofFilter === undefined) return undefined;
    for (const faded of [style.get('opacity')?.value.trim(), ofFilter])
      if (faded !== undefined) opacity *= faded.endsWith('%') ? Number.parseFloat(faded) / 100 : Number(faded);
    if (found) continue;
    const declared = style.get('color')?.value;
    if (declared !== undefined && declared.trim() !== 'inherit') {
      const colour = colourOf(resolved(declared, each, page.cascade) ?? '');
      if (colour === undefined) return undefined;
      found = { colour, isDeclared: true };
    } else if (declared === undefined && isHtml(each, 'a') && each.attributes.has('href'))
      found = { colour: LINK_BLUE, isDeclared: false };
    else if (declared === undefined && isHtml(each, 'button', 'input', 'select', 'mark'))
      found = { colour: BLACK, isDeclared: false };
  }
  const { colour, isDeclared } = found ?? { colour: BLACK, isDeclared: false };
  if (Number.isNaN(opacity)) return undefined;
  return { colour: { ...colour, alpha: colour.alpha * opacity }, isDeclared: isDeclared || opacity < 1 };
}

/** The colours behind the text, several for a gradient; undefined if a picture or something else may be there. */
export function backgroundsOf(
  element: MarkupElement,
  page: Page,
): { readonly colours: readonly Colour[]; readonly isDeclared: boolean } | undefined {
  let layers: readonly Colour[] = [{ ...WHITE, alpha: 0 }];
  for (const each of [element, ...ancestorsOf(element)]) {
    const style = page.cascade.styleOf(each);
    const image = style.get('background-image')?.value;
    const gradient = image === undefined ? [] : gradientOf(resolved(image, each, page.cascade) ?? 'url()');
    if (gradient === undefined) return undefined;
    const declared = style.get('background-color')?.value;
    const plain = declared === undefined ? builtIn(each) : backgroundColour(resolved(declared, each, page.cascade));
    if (plain === undefined) return undefined;
    const own = gradient.length > 0 ? gradient.map((colour) => blended(colour, plain)) : [plain];
    layers = layers.flatMap((layer) => own.map((colour) => blended(layer, colour)));
    if (layers.length > 16) return undefined;
    if (layers.every(({ alpha }) => alpha >= 0.999)) return { colours: layers, isDeclared: true };
    const position = style.get('position')?.value.trim();
    if (position === 'absolute' || position === 'fixed' || position === 'sticky') return undefined;
    if (isHtml(each, 'button', 'input', 'select', 'dialog')) return undefined;
  }
  const isTinted = layers.some(({ alpha }) => alpha > 0);
  return { colours: layers.map((layer) => blended(layer, WHITE)), isDeclared: isTinted };
}

const builtIn = (element: MarkupElement): Colour => {
  if (isHtml(element, 'select')) return WHITE;
  if (isHtml(element, 'input')) return BUTTONS.includes(inputType(element)) ? BUTTON_GREY : WHITE;
  if (isHtml(element, 'button')) return BUTTON_GREY;
  return isHtml(element, 'mark') ? MARKER_YELLOW : { ...WHITE, alpha: 0 };
};

/** `background` may say more than a colour. Nothing: transparent. */
function backgroundColour(value: string | undefined): Colour | undefined {
  const text = value?.trim().toLowerCase();
  if (text === undefined) return undefined;
  if (/^(?:none|initial|inherit|unset|0|0 0)$/.test(text)) return { ...WHITE, alpha: 0 };
  const whole = colourOf(text);
  if (whole) return whole;
  if (/gradient\(/.test(text)) return { ...WHITE, alpha: 0 };
  const words = text.match(/[a-z]+\([^()]*\)|#[0-9a-f]+|[a-z-]+/g) ?? [];
  const colours = words.flatMap((word) => colourOf(word) ?? []);
  return colours.length === 1 ? colours[0] : undefined;
}

/** The colours of a gradient; none for no picture, undefined for one that cannot be told. */
function gradientOf(value: string): readonly Colour[] | undefined {
  const text = value.trim().toLowerCase();
  if (/url\(|image-set\(|element\(|var\(/.test(text)) return undefined;
  if (!/gradient\(/.test(text)) return [];
  const stops = text.match(/rgba?\([^()]*\)|hsla?\([^()]*\)|#[0-9a-f]{3,8}\b|\b[a-z]{3,20}\b(?!\s*[(-])/g) ?? [];
  const colours = stops.flatMap((stop) => colourOf(stop) ?? []);
  return colours.length === 0 ? undefined : colours;
}

export const contrastRules: Readonly<Record<string, Rule>> = { 'contrast-low': lowContrast };

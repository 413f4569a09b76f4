import { type MarkupElement, attributeOf, elementsIn, isHtml } from '../markup';
import { isDisabled } from '../semantics/focus';
import { inputType } from '../semantics/roles';
import { type Colour, WHITE, blended, colourOf, contrastOf } from '../style/colour';
import { resolved } from '../style/text-style';
import { backgroundsOf, foregroundOf, isStyleKnown, shownRatio } from './contrast';
import { hardOutlines } from './focus';
import { type Fault, type Page, type Rule, tagOf } from './page';

/** The least contrast that WCAG asks of icons, and of the parts that show where a control is, as a ratio. */
const NEEDED = 3;

/** Fields whose border is all that shows where they are, and that is too faint. */
function* faintBorders(page: Page): Generator<Fault> {
  const { isPage, isTemplate, lacksSheets } = page.markup;
  if (!isPage || isTemplate || lacksSheets || !isStyleKnown(page)) return;
  const told = new Set<number>();
  for (const element of page.elements) {
    if (!isField(element) || isDisabled(element) || !page.exposures.isSeen(element)) continue;
    const ratio = boundaryRatio(element, page);
    if (ratio === undefined || ratio >= NEEDED || told.has(ratio)) continue;
    told.add(ratio);
    yield { element, message: `The border of ${tagOf(element)} has a contrast of ${shownRatio(ratio)}; it needs 3:1` };
  }
}

const WITHOUT_BORDER = new Set(['hidden', 'image', 'range', 'color', 'file', 'submit', 'button', 'reset']);

const isField = (element: MarkupElement): boolean =>
  isHtml(element, 'select', 'textarea') || (isHtml(element, 'input') && !WITHOUT_BORDER.has(inputType(element)));

/** Properties by which something else than a border shows where a control is. */
const SHOWS_OTHERWISE = ['box-shadow', 'outline', 'background-image', 'filter', 'opacity', 'transform', 'position'];
const IS_NOTHING = /^(?:none|0(?:px)?(?: none)?|initial|unset|transparent|static|relative)$/i;

/** The contrast of what shows where a field is with what is around it; undefined if it cannot be told. */
function boundaryRatio(element: MarkupElement, page: Page): number | undefined {
  const style = page.cascade.styleOf(element);
  const isChoice = isHtml(element, 'input') && /^(?:checkbox|radio)$/.test(inputType(element));
  // A browser draws a box for a choice by itself, whatever its border is.
  if (isChoice && !/^none\b/.test(style.get('appearance')?.value.trim() ?? '')) return undefined;
  const isOther = SHOWS_OTHERWISE.some((name) => {
    const value = style.get(name)?.value.trim();
    return value !== undefined && !IS_NOTHING.test(value) && !(name === 'background-image' && !/\(/.test(value));
  });
  const border = isOther ? undefined : borderOf(element, page);
  const grounds = border && element.parent && backgroundsOf(element.parent, page);
  const [ground, ...others] = grounds?.colours ?? [];
  if (!border || !ground || others.length > 0) return undefined;
  const declared = style.get('background-color')?.value;
  const own = declared === undefined ? WHITE : ownColour(resolved(declared, element, page.cascade));
  if (!own) return undefined;
  const fill = blended(own, ground);
  return Math.max(contrastOf(blended(border, ground), ground), contrastOf(fill, ground));
}

const ownColour = (value: string | undefined): Colour | undefined =>
  /^(?:none|transparent|inherit|initial|unset)$/i.test(value?.trim() ?? 'unknown')
    ? { ...WHITE, alpha: 0 }
    : colourOf(value ?? '');

const OF_BORDER = /^border(?:-bottom)?(?:-color)?$/;

/** The colour of a border that style sheets declare; undefined for none, and for one that cannot be told. */
function borderOf(element: MarkupElement, page: Page): Colour | undefined {
  let found: Colour | undefined;
  for (const [name, { value }] of page.cascade.styleOf(element)) {
    if (!OF_BORDER.test(name)) continue;
    const text = resolved(value, element, page.cascade)?.trim().toLowerCase();
    if (text === undefined) return undefined;
    if (/^(?:none|0(?:px)?)$/.test(text)) found = name === 'border-bottom' ? found : undefined;
    else {
      const colours = text.split(/\s+(?![^(]*\))/).flatMap((word) => colourOf(word) ?? []);
      if (colours.length !== 1) return undefined;
      [found] = colours;
    }
  }
  const width = page.cascade.styleOf(element).get('border-width')?.value.trim();
  return width !== undefined && /^0(?:px)?$/.test(width) ? undefined : found;
}

const SHAPES = new Set(['path', 'circle', 'rect', 'line', 'polyline', 'polygon', 'ellipse', 'use']);

/** Controls that only an icon shows, and whose icon is too faint. */
function* faintIcons(page: Page): Generator<Fault> {
  const { isPage, isTemplate, lacksSheets } = page.markup;
  if (!isPage || isTemplate || lacksSheets || !isStyleKnown(page)) return;
  for (const element of page.elements) {
    if (!isHtml(element, 'button', 'a') || isDisabled(element) || !page.exposures.isSeen(element)) continue;
    if (attributeOf(element, 'aria-disabled') === 'true' || page.visibleText(element) !== '') continue;
    const inside = [...elementsIn(element)];
    const drawings = inside.filter((each) => each.namespace === 'svg' && each.name === 'svg');
    if (drawings.length !== 1 || inside.some((each) => isHtml(each, 'img') || each.opaque)) continue;
    const grounds = backgroundsOf(element, page) ?? groundOfPlainButton(element, page);
    const paints = paintsOf(drawings[0]!, page);
    if (!grounds?.isDeclared || !paints || paints.length === 0) continue;
    const ratio = Math.max(
      ...grounds.colours.flatMap((ground) => paints.map((paint) => contrastOf(blended(paint, ground), ground))),
    );
    if (ratio < NEEDED)
      yield { element, message: `The icon of ${tagOf(element)} has a contrast of ${shownRatio(ratio)}; it needs 3:1` };
  }
}

/** The ground of a button that has none of its own. */
const groundOfPlainButton = (element: MarkupElement, page: Page): ReturnType<typeof backgroundsOf> =>
  /^(?:none|transparent|0)\b/.test(page.cascade.styleOf(element).get('background-color')?.value.trim() ?? '') &&
  element.parent
    ? backgroundsOf(element.parent, page)
    : undefined;

/** The colours with which a drawing paints; undefined if one of them cannot be told. */
function paintsOf(drawing: MarkupElement, page: Page): readonly Colour[] | undefined {
  const paints: Colour[] = [];
  for (const shape of elementsIn(drawing)) {
    if (!SHAPES.has(shape.name)) continue;
    for (const property of ['fill', 'stroke'] as const) {
      const paint = paintOf(shape, property, page);
      if (paint === undefined) return undefined;
      if (paint !== 'none') paints.push(paint);
    }
  }
  return paints;
}

function paintOf(shape: MarkupElement, property: 'fill' | 'stroke', page: Page): Colour | 'none' | undefined {
  for (let each: MarkupElement | undefined = shape; each?.namespace === 'svg'; each = each.parent) {
    if (each.attributes.has('opacity') || page.cascade.styleOf(each).has('opacity')) return undefined;
    const written = page.cascade.styleOf(each).get(property)?.value ?? each.attributes.get(property);
    if (written === undefined || written === 'inherit') continue;
    const value = written === null ? undefined : resolved(written, each, page.cascade)?.trim().toLowerCase();
    if (value === 'none' || value === 'transparent') return 'none';
    if (value === 'currentcolor') return foregroundOf(shape, page)?.colour;
    return value === undefined ? undefined : colourOf(value);
  }
  return property === 'stroke' ? 'none' : { ...WHITE, red: 0, green: 0, blue: 0 };
}

export const partContrastRules: Readonly<Record<string, Rule>> = {
  'contrast-of-parts': function* (page) {
    yield* faintBorders(page);
    yield* faintIcons(page);
    for (const { element, ratio } of hardOutlines(page))
      yield {
        element,
        message: `The outline of ${tagOf(element)} has a contrast of ${shownRatio(ratio)}; it needs 3:1`,
      };
  },
};

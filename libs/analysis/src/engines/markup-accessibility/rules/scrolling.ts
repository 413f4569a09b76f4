import {
  type MarkupElement,
  HEADINGS,
  attributeOf,
  elementsIn,
  hasUnknownInside,
  isHtml,
  textOf,
  textOnOneLine,
  onOneLine,
} from '../markup';
import { tabindexOf } from '../semantics/focus';
import { fontSizeOf } from '../style/text-style';
import { utilitiesOf } from '../style/utilities';
import { type Fault, type Page, type Rule, tagOf } from './page';

const AREAS = ['div', 'section', 'article', 'aside', 'main', 'nav', 'pre', 'ul', 'ol', 'dl', 'p', 'blockquote'];
/** Elements that begin a line of their own. */
const BLOCKS = [...AREAS, 'li', 'dt', 'dd', ...HEADINGS, 'figure', 'figcaption', 'address'];
const SCROLLS = /^(?:\S+\s+)?(?:auto|scroll)$/;

/** An area that only a mouse or a finger scrolls: neither it nor anything in it takes the focus. */
function* scrollsWithoutFocus(page: Page): Generator<Fault> {
  if (page.markup.lacksSheets) return;
  for (const element of page.styled) {
    if (!page.exposures.isInTree(element)) continue;
    if (!isHtml(element, ...AREAS) || (tabindexOf(element) ?? -1) >= 0) continue;
    const style = page.cascade.styleOf(element);
    const overflow =
      (style.get('overflow-y') ?? style.get('overflow'))?.value.trim().toLowerCase() ?? overflowByClasses(element);
    const height = heightOf(element, page) ?? heightByClasses(element);
    const isTooHigh = SCROLLS.test(overflow) && height !== undefined && leastHeightOf(element, page) > height;
    // Few elements scroll, so the look through all that is inside comes last.
    const isOfLoop = SCROLLS.test(overflow) && height !== undefined && height <= HIGHEST && isLoopOfTexts(element);
    if (!isOfLoop && ((!isTooHigh && !isTooWide(element, page)) || hasUnknownInside(element))) continue;
    if ([...elementsIn(element)].some((inner) => page.isInTabOrder(inner) || isHtml(inner, 'object', 'embed')))
      continue;
    yield { element, message: `${tagOf(element)} scrolls, and no key gets to it or to anything in it` };
  }
}

/** Higher areas, in pixels, may hold all entries of a short list. */
const HIGHEST = 300;

/** Whether an area is for entries of a list of which only a program knows how many there are, and that are texts. */
const isLoopOfTexts = (element: MarkupElement): boolean => {
  const inside = [...elementsIn(element)];
  return (
    inside.some(({ handlers }) => handlers.has('repeated')) &&
    inside.every(
      (each) => !each.opaque && !each.mayHaveMore && isHtml(each, ...BLOCKS, 'span', 'b', 'strong', 'time'),
    ) &&
    inside.some((each) => each.children.some((child) => child.kind === 'text' && (child.isWords || child.text?.trim())))
  );
};

const classesOf = (element: MarkupElement): readonly string[] =>
  (utilitiesOf(element) ?? []).flatMap(({ variants, name }) => (variants.length === 0 ? [name] : []));

/** `overflow-y-auto` of Tailwind */
const overflowByClasses = (element: MarkupElement): string =>
  classesOf(element).flatMap((name) => /^overflow-(?:y-)?(auto|scroll)$/.exec(name)?.[1] ?? [])[0] ?? '';

/** The height of `h-32` and `max-h-32`, in pixels. A step of Tailwind is 4 px. */
const heightByClasses = (element: MarkupElement): number | undefined =>
  classesOf(element).flatMap((name) => {
    const [, steps] = /^(?:max-)?h-(\d+)$/.exec(name) ?? [];
    return steps === undefined ? [] : [Number(steps) * 4];
  })[0];

/** The least width of a letter of 13 pixels, in which browsers show code by themselves. */
const LETTER_OF_CODE = 7;

/** Whether a block of code scrolls to the side: it does not break its lines. */
function isTooWide(element: MarkupElement, page: Page): boolean {
  const style = page.cascade.styleOf(element);
  if (isWiderInside(element, page)) return true;
  if (!isHtml(element, 'pre') || style.has('white-space') || style.has('font-size') || style.has('font')) return false;
  const overflow = (style.get('overflow-x') ?? style.get('overflow'))?.value.trim().toLowerCase() ?? '';
  const written = (style.get('width') ?? style.get('max-width'))?.value.trim() ?? '';
  const [, width] = /^(\d+)px$/.exec(written) ?? [];
  if (width === undefined || !/^(?:auto|scroll)$/.test(overflow)) return false;
  return textOf(element)
    .split('\n')
    .some((line) => line.length * LETTER_OF_CODE > Number(width));
}

const pixelsOf = (value: string | undefined): number | undefined => {
  const [, digits] = /^(\d+(?:\.\d+)?)px$/.exec(value?.trim() ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
};

/** Whether an area scrolls to the side over a wider table, or over a line that does not break. */
function isWiderInside(element: MarkupElement, page: Page): boolean {
  const style = page.cascade.styleOf(element);
  const overflow = (style.get('overflow-x') ?? style.get('overflow'))?.value.trim().toLowerCase() ?? '';
  const width = pixelsOf((style.get('width') ?? style.get('max-width'))?.value);
  if (width === undefined || !/^(?:auto|scroll)$/.test(overflow)) return false;
  const isOneLine = style.get('white-space')?.value.trim() === 'nowrap';
  if (isOneLine && textOnOneLine(element).length * NARROWEST_LETTER > width) return true;
  return element.children.some((each) => {
    const inner = each.kind === 'element' ? page.cascade.styleOf(each) : undefined;
    return (pixelsOf((inner?.get('min-width') ?? inner?.get('width'))?.value) ?? 0) > width;
  });
}

/** The height that a style allows, in pixels; undefined if the style does not say it by itself. */
function heightOf(element: MarkupElement, page: Page): number | undefined {
  const style = page.cascade.styleOf(element);
  const written = (style.get('max-height') ?? style.get('height'))?.value.trim().toLowerCase() ?? '';
  const [, digits, unit] = /^(\d*\.?\d+)(px|em|rem)$/.exec(written) ?? [];
  if (digits === undefined) return undefined;
  return Number(digits) * (unit === 'px' ? 1 : unit === 'rem' ? 16 : (fontSizeOf(element, page.cascade) ?? 16));
}

/** The height that the lines in it have at least; 0 if a style may put them side by side. */
function leastHeightOf(element: MarkupElement, page: Page): number {
  const inner = [element, ...elementsIn(element)];
  if (inner.some((each) => isPlacedByStyle(each, page) || !page.exposures.isSeen(each))) return 0;
  return inner
    .map((each) => {
      if (!isHtml(each, ...BLOCKS) || attributeOf(each, 'hidden') !== undefined) return 0;
      const size = fontSizeOf(each, page.cascade) ?? 0;
      // Browsers leave the height of a line between two paragraphs, unless a style takes it.
      return linesOf(each, page) * size + (hasMargin(each, page) ? size : 0);
    })
    .reduce((sum, height) => sum + height, 0);
}

/** Whether a paragraph stands apart from the one before it. */
const hasMargin = (element: MarkupElement, page: Page): boolean => {
  const before = element.parent?.children.filter((child) => child.kind === 'element') ?? [];
  if (!isHtml(element, 'p') || before[0] === element || linesOf(element, page) === 0) return false;
  const style = page.cascade.styleOf(element);
  return !['margin', 'margin-top', 'margin-bottom', 'margin-block', 'all'].some((name) => style.has(name));
};

const isPlacedByStyle = (element: MarkupElement, page: Page): boolean => {
  const style = page.cascade.styleOf(element);
  // Lines that are further apart than the text is high make it only higher.
  const isTight = /^(?:0|0?\.\d|[\d.]+(?:px|em|rem|%))/.test(style.get('line-height')?.value.trim() ?? '');
  return isTight || ['display', 'position', 'float', 'transform'].some((property) => style.has(property));
};

/** The least width of a letter of 16 pixels on average, and the width of a large window, in pixels. */
const NARROWEST_LETTER = 6;
const WIDEST = 1_280;

/** The lines of an element that holds text and no element with lines of its own. */
function linesOf(element: MarkupElement, { cascade }: Page): number {
  if ([...elementsIn(element)].some((inner) => isHtml(inner, ...BLOCKS))) return 0;
  const text = textOf(element);
  if (text.trim() === '') return 0;
  const keptBy = cascade.styleOf(element).get('white-space')?.value.trim() ?? (isHtml(element, 'pre') ? 'pre' : '');
  if (/^(?:pre|pre-line|pre-wrap|break-spaces)$/.test(keptBy)) return text.trim().split('\n').length;
  return Math.max(1, Math.floor((onOneLine(text).length * NARROWEST_LETTER) / WIDEST));
}

export const scrollingRules: Readonly<Record<string, Rule>> = { 'scroll-without-focus': scrollsWithoutFocus };

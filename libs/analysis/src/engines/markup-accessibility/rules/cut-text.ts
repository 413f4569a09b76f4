import { type MarkupElement, type MarkupNode, HEADINGS, contentOf, isHtml, textOnOneLine } from '../markup';
import { fontSizeOf, resolved } from '../style/text-style';
import { type Fault, type Page, type Rule, tagOf } from './page';

/** The width of a page at which WCAG asks that no text is lost, in pixels. */
const NARROW = 320;
/** The average width of a letter with the spacing that a reader may ask for, as a part of the size of the text. */
const LETTER = 0.5 + 0.12;
/** The height of a line that a reader may ask for, as a part of the size of the text. */
const LINE = 1.5;
const LEAST_LETTERS = 40;
/** Lower boxes, in pixels, hide a text from sight that is for screen readers, or until it is opened. */
const LEAST_HEIGHT = 8;
/** Properties by which a text is shortened on purpose, mostly with the whole of it elsewhere. */
const SHORTENED = [
  'text-overflow',
  '-webkit-line-clamp',
  'line-clamp',
  'white-space',
  'text-indent',
  'transition',
  'animation',
];

/** A text in a box of a fixed height that hides what does not fit. */
function* cutTexts(page: Page): Generator<Fault> {
  if (
    page.markup.lacksSheets ||
    page.markup.sheets.some(({ css }) => /@media[^{]*(?:max|min)-width|@container/.test(css))
  )
    return;
  for (const element of page.styled) {
    if (!isHtml(element, 'p', 'div', 'li', 'td', 'dd', 'section', 'article', 'blockquote', 'a', 'button')) continue;
    const text = textAlone(element);
    if (text === undefined || text.length < LEAST_LETTERS || !page.exposures.isSeen(element)) continue;
    const style = page.cascade.styleOf(element);
    const size = fontSizeOf(element, page.cascade);
    const high = (name: string) =>
      pixelsOf(style.get(name) && resolved(style.get(name)!.value, element, page.cascade), size);
    const height = high('max-height') ?? high('height');
    const hides = ['overflow', 'overflow-y'].some((name) => /\b(?:hidden|clip)\b/.test(style.get(name)?.value ?? ''));
    if (height === undefined || height < LEAST_HEIGHT || !hides || SHORTENED.some((name) => style.has(name))) continue;
    if (size === undefined) continue;
    const lines = Math.ceil((text.length * size * LETTER) / NARROW);
    if (lines * size * LINE > height)
      yield { element, message: `${tagOf(element)} is ${height} px high and cuts off what does not fit of its text` };
  }
}

/** The text of an element that has nothing else, or paragraphs alone. */
function textAlone(element: MarkupElement): string | undefined {
  const isPlain = (child: MarkupNode): boolean =>
    child.kind === 'text'
      ? child.text !== null || child.isWords === true
      : isHtml(child, 'p', 'b', 'strong', 'em', 'i', 'a', 'span', 'small', 'mark', 'time', 'code', ...HEADINGS) &&
        !child.mayHaveMore &&
        contentOf(child).every(isPlain);
  const isText = contentOf(element).every(
    (each) => isPlain(each) || (each.kind === 'element' && isHtml(each, 'style')),
  );
  return isText ? textOnOneLine(element) : undefined;
}

/** One hundredth of a window of 1,280 by 1,024 pixels at a zoom of 200 %, in pixels of the page. */
const OF_WINDOW: Readonly<Record<string, number>> = { px: 1, rem: 16, vh: 5.12, vw: 6.4 };

/** @param size the size of the text in pixels, by which `em` is counted */
const pixelsOf = (value: string | undefined, size?: number): number | undefined => {
  const [, digits, unit] = /^(\d*\.?\d+)(px|rem|em|vh|vw)$/.exec(value?.trim() ?? '') ?? [];
  const factor = unit === 'em' ? size : OF_WINDOW[unit ?? ''];
  return digits === undefined || factor === undefined ? undefined : Math.round(Number(digits) * factor);
};

/** The width of a window of 1,280 pixels at a zoom of 200 %, in pixels of the page. */
const ENLARGED_WINDOW = 640;

/** The average width of a letter without more spacing, as a part of the size of the text. */
const PLAIN_LETTER = 0.45;

const LEAST_IN_LINE = 12;

/** A line of text in a box as wide as a part of the window, which hides what does not fit when text is enlarged. */
function* cutLines(page: Page): Generator<Fault> {
  if (page.markup.lacksSheets) return;
  for (const element of page.styled) {
    if (!isHtml(element, 'p', 'div', 'li', 'span', 'a', 'button', ...HEADINGS) || element.attributes.has('title'))
      continue;
    const text = textAlone(element);
    if (text === undefined || text.length < LEAST_IN_LINE || !page.exposures.isSeen(element)) continue;
    const style = page.cascade.styleOf(element);
    const written = style.get('width')?.value ?? style.get('max-width')?.value ?? '';
    const isAsWide = /^(?:|100%|auto)$/.test(written.trim()) && isHtml(element, 'p', 'div', 'li', ...HEADINGS);
    const width = /vw$|px$/.test(written.trim()) ? pixelsOf(written) : isAsWide ? ENLARGED_WINDOW : undefined;
    const isOfPixels = written.trim().endsWith('px');
    const isOneLine = style.get('white-space')?.value.trim() === 'nowrap' && !style.has('text-overflow');
    const hides = ['overflow', 'overflow-x'].some((name) => /\b(?:hidden|clip)\b/.test(style.get(name)?.value ?? ''));
    const size = fontSizeOf(element, page.cascade);
    if (width === undefined || !isOneLine || !hides || size === undefined) continue;
    // A reader may ask for more space between letters than a box of so many pixels has.
    if (text.length * size * (isOfPixels ? LETTER : PLAIN_LETTER) > width)
      yield { element, message: `${tagOf(element)} cuts off its line of text when text is enlarged` };
  }
}

export const cutTextRules: Readonly<Record<string, Rule>> = {
  'text-cut': function* (page) {
    yield* cutTexts(page);
    yield* cutLines(page);
  },
};

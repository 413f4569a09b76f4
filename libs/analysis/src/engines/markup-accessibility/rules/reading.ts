import {
  type MarkupElement,
  HEADINGS,
  ancestorsOf,
  attributeOf,
  elementsIn,
  hasUnknownInside,
  isHtml,
  textOf,
  textOnOneLine,
} from '../markup';
import { explicitRole } from '../semantics/roles';
import { type Fault, type Page, type Rule, tagOf } from './page';

/** Gaps of spaces that no browser makes one of, between the words of a line. */
const KEPT_GAPS = /\p{L}[^\n]*?[\p{L}\p{N}.,%€$£] *\u00a0[ \u00a0]{2,}[\p{L}\p{N}€$£]/u;
const FEWEST_LINES = 3;

/** Lines of a paragraph that spaces put into columns. */
function* columnsOfLines(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (
      !isHtml(element, 'p', 'div', 'td') ||
      !element.children.some((each) => each.kind === 'element' && isHtml(each, 'br'))
    )
      continue;
    if (hasUnknownInside(element)) continue;
    const lines = linesBetweenBreaks(element).filter((line) => line.trim() !== '');
    if (lines.length >= FEWEST_LINES && lines.every((line) => KEPT_GAPS.test(line)))
      yield { element, message: `${lines.length} lines that are a table are read as one text` };
  }
}

const linesBetweenBreaks = (element: MarkupElement): readonly string[] =>
  element.children
    .map((each) =>
      each.kind === 'text' ? (each.text ?? '').replace(/\n/g, ' ') : isHtml(each, 'br') ? '\n' : textOf(each),
    )
    .join('')
    .split('\n');

/** Two runs of words with a gap of spaces between them, as in two columns. */
const TWO_COLUMNS = /^\s*[\p{L}\p{N}][^\n|]*?[\p{L}.,:;!?] {3,}[\p{L}][^\n|]*$/u;
const PROSE = /^[\p{L}\p{N}\s.,:;!?'’“”"()–-]+$/u;
/** Lines of columns fit on a page. */
const LONGEST_LINE = 200;
const OF_PROGRAMS = /code|term|output|console|highlight|shell|ascii|log|diff|source|lang/i;

/** The words above the columns of a table, unlike the capitals that programs print. */
const HEADS = /^\p{Lu}\p{Ll}+(?: [\p{L}()]+)*(?: {2,}\p{Lu}\p{Ll}+(?: [\p{L}()]+)*){2,}$/u;

/** Whether lines are a table: words above three columns or more, and at least two lines of as many. */
function isTableOf(lines: readonly string[]): boolean {
  const [head, ...rows] = lines.map((line) => line.trim());
  if (head === undefined || rows.length < 2 || !HEADS.test(head)) return false;
  const columns = head.split(/ {2,}/).length;
  return rows.every((row) => row.split(/ {2,}/).length === columns);
}

/** Text in two columns that spaces make: it is read across both of them. */
function* columnsOfSpaces(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!isHtml(element, 'pre') || hasUnknownInside(element) || explicitRole(element) !== undefined) continue;
    const around = [element, ...ancestorsOf(element)].map((each) => attributeOf(each, 'class') ?? '').join(' ');
    if (OF_PROGRAMS.test(around) || [...elementsIn(element)].some((each) => isHtml(each, 'code', 'samp', 'kbd')))
      continue;
    const lines = textOf(element)
      .split('\n')
      .filter((line) => line.trim() !== '');
    if (isTableOf(lines)) {
      yield { element, message: `${lines.length} lines that are a table are read as one text` };
      continue;
    }
    const isProse =
      lines.every((line) => line.length < LONGEST_LINE && PROSE.test(line)) &&
      textOf(element).split(/\s+/).length > lines.length * 4;
    if (lines.length >= 3 && isProse && lines.filter((line) => TWO_COLUMNS.test(line)).length * 3 >= lines.length * 2)
      yield { element, message: `${lines.length} lines in columns are read from side to side` };
  }
}

const LONGEST = 80;

/** A heading that is a text: it is there for its looks. */
function* headingsOfText(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!isHtml(element, ...HEADINGS) || explicitRole(element) !== undefined || hasUnknownInside(element)) continue;
    const text = textOnOneLine(element);
    if (text.length > LONGEST && text.endsWith('.') && /\p{L}[.!?] \p{Lu}/u.test(text))
      yield { element, message: `${tagOf(element)} has whole sentences: "${text.slice(0, 60)}…"` };
  }
}

/** Parts that mean something in their whole alone. */
const WHOLES: Readonly<Record<string, readonly string[]>> = {
  figcaption: ['figure'],
  legend: ['fieldset', 'optgroup'],
  summary: ['details'],
};

/** The caption of a figure that stands beside it, and the like. */
function* partsOutside(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const wholes = isHtml(element, ...Object.keys(WHOLES)) ? WHOLES[element.name]! : undefined;
    const { parent } = element;
    if (!wholes || !parent || parent.opaque || parent.mayHaveMore || parent.parent === undefined) continue;
    if (explicitRole(element) !== undefined || isHtml(parent, ...wholes)) continue;
    if (element.name === 'figcaption' && isHtml(parent, 'div') && parent.parent && isHtml(parent.parent, 'figure'))
      continue;
    yield { element, message: `${tagOf(element)} belongs to no ${wholes[0]!}: it is announced as a text alone` };
  }
}

/** Captions without a word, of a table, a figure or a group: what they are there to name stays without a name. */
function* emptyCaptions(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!isHtml(element, 'caption', 'figcaption', 'legend') || hasUnknownInside(element)) continue;
    if (isHtml(element, 'legend') && element.parent && !isHtml(element.parent, 'fieldset')) continue;
    const inside = [element, ...elementsIn(element)];
    // A script may fill what it can find.
    if (inside.some((each) => ['id', 'ref', 'aria-label', 'alt', 'title'].some((name) => each.attributes.has(name))))
      continue;
    if (textOf(element).trim() === '' && !inside.some((each) => isHtml(each, 'img', 'input') || each.name === 'svg'))
      yield { element, message: `${tagOf(element)} has no words` };
  }
}

const FIELDS = ['input', 'select', 'textarea', 'label', 'form'];

/** Header cells in a table that only lays out a page. */
function* headersOfLayout(page: Page): Generator<Fault> {
  for (const table of page.inTree()) {
    if (!isHtml(table, 'table') || explicitRole(table) !== undefined || !isForLayout(table)) continue;
    const inside = [...elementsIn(table)];
    if (inside.some((each) => isHtml(each, 'caption', 'thead', 'table'))) continue;
    const header = inside.find((each) => isHtml(each, 'th'));
    if (header && [...elementsIn(header)].some((each) => isHtml(each, ...FIELDS)))
      yield { element: header, message: 'The cell is announced as the header of others, and only lays out the page' };
  }
}

/** A table without any header whose summary tells of a layout. */
function* summariesOfLayout(page: Page): Generator<Fault> {
  for (const table of page.inTree())
    if (isHtml(table, 'table') && /\blayout\b/i.test(attributeOf(table, 'summary') ?? ''))
      yield { element: table, message: 'The summary announces a table that only lays out the page' };
}

const isForLayout = (table: MarkupElement): boolean =>
  /(?:^|[\s_-])layout(?:[\s_-]|$)/i.test(attributeOf(table, 'class') ?? '') ||
  ['border', 'cellpadding', 'cellspacing'].every((name) => attributeOf(table, name) === '0');

export const readingRules: Readonly<Record<string, Rule>> = {
  'columns-of-spaces': function* (page) {
    yield* columnsOfSpaces(page);
    yield* columnsOfLines(page);
  },
  'heading-of-text': headingsOfText,
  'part-outside': partsOutside,
  'caption-empty': emptyCaptions,
  'header-of-layout': function* (page) {
    yield* headersOfLayout(page);
    yield* summariesOfLayout(page);
  },
};

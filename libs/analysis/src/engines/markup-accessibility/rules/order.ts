import {
  type MarkupElement,
  HEADINGS,
  elementsIn,
  hasUnknownInside,
  hasUnknownText,
  isHtml,
  textOf,
  textOnOneLine,
} from '../markup';
import { resolved } from '../style/text-style';
import { utilitiesOf } from '../style/utilities';
import { type Fault, type Page, type Rule, tagOf } from './page';

/** A list that a style sheet shows from its end to its beginning. What is spoken begins at its beginning. */
function* reversedLists(page: Page): Generator<Fault> {
  for (const element of page.styled) {
    if (!isHtml(element, 'ol', 'ul', 'section', 'div', 'nav') || !isReversed(element, page)) continue;
    const parts = element.children.filter((child) => child.kind === 'element');
    // Lists of news put the newest first on purpose, and a program fills them.
    if (parts.length < 2 || hasUnknownText(element)) continue;
    const isText = parts.every(
      (each) => each.kind === 'element' && !hasUnknownInside(each) && /\p{L}{2}|\d/u.test(textOf(each)),
    );
    // Classes of Tailwind often only put a picture or a button on the other side.
    const isOfClasses = !/-reverse/.test(directionOf(element, page));
    const isOfControls =
      parts.length >= FEWEST_SECTIONS && parts.every((each) => each.kind === 'element' && isHtml(each, ...CONTROLS));
    // Two buttons mean the same in either order.
    const isPair = parts.length === 2 && parts.every((each) => each.kind === 'element' && isHtml(each, 'button'));
    if (
      isText &&
      !isPair &&
      page.exposures.isSeen(element) &&
      (!isOfClasses || isHtml(element, 'ol', 'ul') || isOfControls)
    )
      yield { element, message: `${tagOf(element)} is shown in another order than it is read` };
  }
}

const directionOf = (element: MarkupElement, { cascade }: Page): string => {
  const style = cascade.styleOf(element);
  return style.get('flex-direction')?.value ?? style.get('flex-flow')?.value ?? '';
};

const isReversed = (element: MarkupElement, page: Page): boolean =>
  /\b(?:row|column)-reverse\b/.test(directionOf(element, page)) ||
  (utilitiesOf(element) ?? []).some(
    ({ variants, name }) => variants.length === 0 && /^flex-(?:row|col)-reverse$/.test(name),
  );

/** Where the parts of an element are shown, by their numbers from the first; undefined if its style does not say it. */
function placesOf(parts: readonly MarkupElement[], around: MarkupElement, page: Page): readonly number[] | undefined {
  const display = page.cascade.styleOf(around).get('display')?.value.trim() ?? '';
  const isFlexible = /^(?:inline-)?(?:flex|grid)$/.test(display) || hasUtility(around, /^(?:inline-)?(?:flex|grid)$/);
  const ways = [
    ...(isFlexible ? [orderOf, rowOf] : []),
    ...(/grid/.test(display) ? [areasOf(around, page)] : []),
    topOf,
    floatOf,
  ];
  for (const way of ways) {
    const places = parts.map((each, index) => way(each, page, index));
    if (places.every((each) => each !== undefined) && places.some((each) => each !== places[0])) return places;
  }
  return undefined;
}

const hasUtility = (element: MarkupElement, pattern: RegExp): boolean =>
  (utilitiesOf(element) ?? []).some(({ variants, name }) => variants.length === 0 && pattern.test(name));

function valueOf(element: MarkupElement, property: string, { cascade }: Page): string | undefined {
  const value = cascade.styleOf(element).get(property)?.value;
  return value === undefined ? undefined : resolved(value, element, cascade)?.trim();
}

type Way = (element: MarkupElement, page: Page, index: number) => number | undefined;

const orderOf: Way = (element, page) => {
  const classes = (utilitiesOf(element) ?? []).filter(({ variants }) => variants.length === 0).map((each) => each.name);
  const name = classes.find((each) => each.startsWith('order-')) ?? '';
  const byClass = /^order-(\d+)$/.exec(name)?.[1] ?? (name === 'order-last' ? '9999' : '0');
  const order = name === 'order-first' ? -1 : Number(valueOf(element, 'order', page) ?? byClass);
  return Number.isNaN(order) ? undefined : order;
};

const rowOf: Way = (element, page) => {
  const [, row] =
    /^(\d+)(?:\s*\/|$)/.exec(
      valueOf(element, 'grid-row-start', page) ??
        valueOf(element, 'grid-row', page) ??
        valueOf(element, 'grid-area', page) ??
        '',
    ) ?? [];
  return row === undefined ? undefined : Number(row);
};

/** By the names of the areas of a grid: `"first" "second"`. */
const areasOf = (grid: MarkupElement, page: Page): Way => {
  const names: readonly string[] = (valueOf(grid, 'grid-template-areas', page) ?? '').match(/[\w-]+/g) ?? [];
  return (element) => {
    const at = names.indexOf(valueOf(element, 'grid-area', page) ?? '');
    return at === -1 ? undefined : at;
  };
};

/** By places that are numbers, where all stand below one another. */
const topOf: Way = (element, page) => {
  if (!/^(?:absolute|fixed)$/.test(valueOf(element, 'position', page) ?? '')) return undefined;
  const [, top] = /^(-?[\d.]+)(?:px|r?em|%)?$/.exec(valueOf(element, 'top', page) ?? '') ?? [];
  const isAtLeft = /^(?:0(?:px)?|auto|)$/.test(valueOf(element, 'left', page) ?? '');
  return top === undefined || !isAtLeft ? undefined : Number(top);
};

/** An element that floats to the right stands left of the one that was written before it. */
const floatOf: Way = (element, page, index) => (valueOf(element, 'float', page) === 'right' ? -index : undefined);

const NUMBERED = /^(?:(?:step|part|day|week|lesson|question|chapter|phase|no\.?|#)\s*)?(\d{1,2})(?:[.):\s–-]|$)/i;
const TOLD: readonly RegExp[] = [
  /^(?:first(?:ly)?|to begin)\b/i,
  /^(?:second(?:ly)?|next|then)\b/i,
  /^(?:third(?:ly)?|after)\b/i,
  /^(?:last(?:ly)?|finally|at last)\b/i,
];

/** The number that a text begins with, or the place in a row that its first word tells. */
function numberOf(element: MarkupElement): number | undefined {
  const text = textOnOneLine(element);
  const [, digits] = NUMBERED.exec(text) ?? [];
  if (digits !== undefined) return Number(digits);
  const told = TOLD.findIndex((each) => each.test(text));
  return told === -1 ? undefined : told + 1;
}

/** Whether parts are written in another order than their numbers, and shown in the order of these. */
function isCounted(parts: readonly MarkupElement[], places: readonly number[]): boolean {
  const numbers = parts.map(numberOf);
  if (!numbers.every((each) => each !== undefined) || isAscending(numbers)) return false;
  const shown = parts.map((_, index) => index).toSorted((one, other) => places[one]! - places[other]!);
  return isAscending(shown.map((index) => numbers[index]!));
}

const isAscending = (numbers: readonly number[]): boolean =>
  numbers.every((each, index) => index === 0 || each >= numbers[index - 1]!);

const FEWEST_SECTIONS = 3;
const SECTIONS = ['section', 'article', 'div', 'fieldset'];
const FIELDS = ['input', 'select', 'textarea', 'button'];
const CONTROLS = ['a', 'button'];

/** Whether the order in which parts are read matters: those of a text, sections with headings, fields of a form. */
function isRead(parts: readonly MarkupElement[], around: MarkupElement): boolean {
  const [first] = parts;
  const areAlike = parts.every((each) => each.name === first?.name);
  if (areAlike && isHtml(first!, 'p', 'li')) return true;
  if (parts.length < FEWEST_SECTIONS) return false;
  // The focus goes through controls in the order in which they are written.
  if (areAlike && isHtml(first!, ...CONTROLS)) return true;
  const have = (...names: readonly string[]): boolean =>
    parts.every((part) => [...elementsIn(part, true)].some((each) => isHtml(each, ...names)));
  return (
    (areAlike && isHtml(first!, ...SECTIONS) && have(...HEADINGS)) ||
    (isHtml(around, 'form', 'fieldset') && have(...FIELDS))
  );
}

/** Parts that a style shows in another order than that in which they are written. */
function* reorderedParts(page: Page): Generator<Fault> {
  for (const element of page.styled) {
    if (hasUnknownText(element)) continue;
    const parts = element.children.filter((child): child is MarkupElement => child.kind === 'element');
    if (parts.length < 2 || !isHtml(element, ...PLACES)) continue;
    const places = placesOf(parts, element, page);
    if (!places || isAscending(places) || !parts.every((each) => isTextOf(each, page))) continue;
    // Links of a menu float to the right, and texts over a picture have places, for their looks.
    const isOfBlocks = !parts.every((each) => floatOf(each, page, 0) !== undefined);
    if (isCounted(parts, places) || (isOfBlocks && isRead(parts, element)))
      yield { element, message: `${tagOf(element)} is shown in another order than it is read` };
  }
}

const PLACES = ['div', 'main', 'section', 'article', 'ol', 'ul', 'form', 'fieldset', 'nav', 'aside', 'body'];

const isTextOf = (element: MarkupElement, page: Page): boolean =>
  (/\p{L}{2}/u.test(textOf(element)) || isHtml(element, 'input', 'button')) &&
  !hasUnknownInside(element) &&
  page.exposures.isSeen(element);

export const orderRules: Readonly<Record<string, Rule>> = {
  'order-reversed': function* (page) {
    yield* reversedLists(page);
    yield* reorderedParts(page);
  },
};

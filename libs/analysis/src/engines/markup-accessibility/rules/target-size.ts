import { type MarkupElement, attributeOf, contentOf, isHtml } from '../markup';
import { isDisabled } from '../semantics/focus';
import { inputType } from '../semantics/roles';
import { resolved } from '../style/text-style';
import { utilitiesOf } from '../style/utilities';
import { type Fault, type Page, type Rule, tagOf } from './page';

/** A side of less than this is too small to hit, unless nothing else is near. */
const LEAST_SIDE = 24;

/** Two controls side by side of which neither is large enough to hit. */
function* smallTargets(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    const side = sideOf(element, page);
    if (side === undefined) continue;
    // In a component two elements side by side may stand for one another.
    const isAlone = !page.markup.isPage && page.markup.sheets.length > 0 && isDecided(element);
    const next = isAlone ? undefined : nextControl(element, page);
    if (next && !page.markup.isPage && page.markup.sheets.length > 0 && isDecided(next.element)) continue;
    if (next && sideOf(next.element, page) !== undefined && side + next.gap < LEAST_SIDE)
      yield {
        element,
        message: `${tagOf(element)} and the control beside it are less than ${LEAST_SIDE} px wide and high`,
      };
  }
}

const isDecided = ({ handlers }: MarkupElement): boolean =>
  !handlers.has('repeated') && (handlers.has('sometimes') || handlers.has('conditional'));

/** The control after another one, and the pixels between them; undefined if another thing is there. */
function nextControl(
  element: MarkupElement,
  page: Page,
): { readonly element: MarkupElement; readonly gap: number } | undefined {
  const { parent } = element;
  if (!parent) return undefined;
  const isItem = isHtml(parent, 'li') && contentOf(parent).length === 1 && parent.parent !== undefined;
  const [one, around] = isItem ? [parent, parent.parent!] : [element, parent];
  const siblings = contentOf(around);
  // A loop puts the same control beside each.
  const isLooped =
    one.handlers.has('repeated') && (utilitiesOf(element) ?? []).length > 0 && page.markup.sheets.length > 0;
  const next = siblings[siblings.indexOf(one) + 1] ?? (isLooped ? one : undefined);
  if (next?.kind !== 'element') return undefined;
  const [found] = isItem && isHtml(next, 'li') && contentOf(next).length === 1 ? contentOf(next) : [next];
  const gap = gapIn(around, page) + (isItem ? apartness(one, page) + apartness(next, page) : 0);
  return found?.kind === 'element' ? { element: found, gap } : undefined;
}

/** Pixels of `4px`, `0.25rem`; infinitely many for what cannot be told. */
const pixels = (value: string | undefined, element: MarkupElement, page: Page): number => {
  if (value === undefined) return 0;
  const all = (resolved(value, element, page.cascade) ?? 'unknown').trim().split(/\s+/);
  const sizes = all.map((each) => {
    const [, digits, unit] = /^(-?\d*\.?\d+)(px|rem|)$/.exec(each) ?? [];
    return digits === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Number(digits)) * (unit === 'rem' ? 16 : 1);
  });
  return Math.max(...sizes);
};

/** How far the children of an element are apart, by its style and by classes of Tailwind. */
function gapIn(element: MarkupElement, page: Page): number {
  const steps = classesOf(element).flatMap((name) => {
    if (/^justify-(?:between|around|evenly)$/.test(name)) return [Number.POSITIVE_INFINITY];
    const [, size] = /^(?:gap|space)-(?:[xy]-)?(.+)$/.exec(name) ?? [];
    return size === undefined
      ? []
      : [size === 'px' ? 1 : /^[\d.]+$/.test(size) ? Number(size) * 4 : Number.POSITIVE_INFINITY];
  });
  return Math.max(pixels(page.cascade.styleOf(element).get('gap')?.value, element, page), 0, ...steps);
}

/** The room around what is in an item of a list. */
function apartness(item: MarkupElement, page: Page): number {
  const style = page.cascade.styleOf(item);
  if (['width', 'height', 'min-width', 'min-height', 'line-height', 'float'].some((name) => style.has(name)))
    return Number.POSITIVE_INFINITY;
  if ((utilitiesOf(item)?.length ?? 1) > 0 && page.markup.sheets.length === 0) return Number.POSITIVE_INFINITY;
  const names = ['margin', 'margin-left', 'margin-right', 'margin-top', 'margin-bottom', 'padding'];
  return names.reduce((sum, name) => sum + pixels(style.get(name)?.value, item, page), 0);
}

const SHIFTS = ['padding', 'min-width', 'min-height', 'transform'];

/** The longer side of a control that is small both ways, with the room around it; undefined for any other element. */
function sideOf(element: MarkupElement, page: Page): number | undefined {
  const isChoice = isHtml(element, 'input') && /^(?:checkbox|radio)$/.test(inputType(element));
  const byAttributes = sideOfImage(element);
  if (byAttributes !== undefined) return byAttributes;
  const isControl = isHtml(element, 'button') || (isHtml(element, 'a') && element.attributes.has('href'));
  if (!isControl && !(isChoice && page.names.labelsOf(element).length === 0)) return undefined;
  if (isDisabled(element) || element.mayHaveMore || !page.exposures.isSeen(element)) return undefined;
  const byClasses = sideByClasses(element);
  if (byClasses !== undefined) return byClasses;
  const style = page.cascade.styleOf(element);
  const isBox = !isHtml(element, 'a') || /block|flex|grid/.test(style.get('display')?.value ?? '');
  // A button has its padding within its size.
  const shifts = isHtml(element, 'button') && !style.has('box-sizing') ? SHIFTS.slice(1) : SHIFTS;
  const isShifted = shifts.some((name) => !/^(?:|0(?:px)?|none)$/.test(style.get(name)?.value.trim() ?? ''));
  if (!isBox || isShifted || style.has('position')) return undefined;
  const sides = ['width', 'height'].map((name) =>
    style.has(name) ? pixels(style.get(name)?.value, element, page) : LEAST_SIDE,
  );
  // The room beside a control is that of its own margin and that of the next one.
  const margins = ['margin', 'margin-left', 'margin-right'].map(
    (name) => pixels(style.get(name)?.value, element, page) * (name === 'margin' ? 2 : 1),
  );
  return Math.max(...sides) < LEAST_SIDE ? Math.max(...sides) + Math.max(...margins) : undefined;
}

/** The longer side of a picture that sends a form, where its attributes alone say how large it is. */
function sideOfImage(element: MarkupElement): number | undefined {
  if (!isHtml(element, 'input') || inputType(element) !== 'image' || element.attributes.has('style')) return undefined;
  const sides = ['width', 'height'].map((name) => Number(attributeOf(element, name) ?? LEAST_SIDE));
  return Math.max(...sides) < LEAST_SIDE ? Math.max(...sides) : undefined;
}

/** Classes of Tailwind that give an element more room than its size says. */
const OF_ROOM = /^(?:[pm][trblxyse]?|min-[wh]|scale|absolute|fixed|relative|before|after)(?:-|$)/;
const classesOf = (element: MarkupElement): readonly string[] => (utilitiesOf(element) ?? []).map(({ name }) => name);

/** The side of a button that classes of Tailwind make too small: `h-4 w-4`. A step of them is 4 px. */
function sideByClasses(element: MarkupElement): number | undefined {
  const utilities = utilitiesOf(element) ?? [];
  if (
    !isHtml(element, 'button') ||
    utilities.some(({ variants, name }) => variants.length > 0 && /^(?:[wh]|size)-/.test(name))
  )
    return undefined;
  const names = utilities.map(({ name }) => name).filter((name) => !/^[pm][trblxyse]?-0$/.test(name));
  const steps = (kinds: string): number =>
    Math.max(
      0,
      ...names.flatMap((name) => Number(new RegExp(`^(?:${kinds}|size)-([1-4](?:\\.5)?|5)$`).exec(name)?.[1] ?? 0)),
    );
  const [wide, high] = [steps('w'), steps('h')];
  return wide > 0 && high > 0 && !names.some((name) => OF_ROOM.test(name)) ? Math.max(wide, high) * 4 : undefined;
}

export const targetRules: Readonly<Record<string, Rule>> = { 'target-small': smallTargets };

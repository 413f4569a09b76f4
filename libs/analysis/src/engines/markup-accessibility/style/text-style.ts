import { type MarkupElement, HEADINGS, ancestorsOf, isHtml } from '../markup';
import type { Cascade } from './cascade';

/** The factors by which browsers scale the text of elements, times the size of the parent. */
const SCALES: Readonly<Record<string, number>> = {
  h1: 2,
  h2: 1.5,
  h3: 1.17,
  h5: 0.83,
  h6: 0.67,
  small: 0.83,
  sub: 0.83,
  sup: 0.83,
  big: 1.2,
  button: 13.333 / 16,
  input: 13.333 / 16,
  select: 13.333 / 16,
  textarea: 13.333 / 16,
};
const KEYWORDS: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  'xxx-large': 48,
};
/** The sizes of `<font size="5">`, in pixels. */
const OLD_SIZES: Readonly<Record<string, number>> = {
  '1': 10,
  '2': 13,
  '3': 16,
  '4': 18,
  '5': 24,
  '6': 32,
  '7': 48,
  '+1': 18,
  '+2': 24,
  '+3': 32,
  '-1': 13,
  '-2': 10,
};
const PIXELS: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 37.795, mm: 3.7795 };
const BOLD = [...HEADINGS, 'b', 'strong', 'th'];
const DEFAULT_SIZE = 16;

/** A value with the custom properties in it replaced; undefined if one is not declared. */
export function resolved(value: string, element: MarkupElement, cascade: Cascade, depth = 0): string | undefined {
  if (!value.includes('var(')) return value;
  if (depth > 5) return undefined;
  let isKnown = true;
  const text = value.replace(
    /var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/g,
    (_, name: string, fallback: string | undefined) => {
      const found = customProperty(name, element, cascade) ?? fallback;
      if (found === undefined) isKnown = false;
      return found ?? '';
    },
  );
  return isKnown ? resolved(text.trim(), element, cascade, depth + 1) : undefined;
}

function customProperty(name: string, element: MarkupElement, cascade: Cascade): string | undefined {
  for (const each of [element, ...ancestorsOf(element)]) {
    const declared = cascade.styleOf(each).get(name);
    if (declared) return declared.value;
  }
  return undefined;
}

/** The size of an element's text in pixels; undefined if it depends on what is not known. */
export function fontSizeOf(element: MarkupElement, cascade: Cascade): number | undefined {
  const chain = [element, ...ancestorsOf(element)].reverse();
  let size: number | undefined = DEFAULT_SIZE;
  for (const each of chain) {
    const style = cascade.styleOf(each);
    const font =
      style.get('font-size')?.value ?? /(?:^|\s)([\d.]+(?:px|pt|em|rem|%))/.exec(style.get('font')?.value ?? '')?.[1];
    const old =
      font === undefined && isHtml(each, 'font') ? OLD_SIZES[each.attributes.get('size')?.trim() ?? ''] : undefined;
    if (old !== undefined) size = old;
    else if (font === undefined)
      size = size === undefined ? undefined : size * (each.namespace === 'html' ? (SCALES[each.name] ?? 1) : 1);
    else size = sizeOf(resolved(font, each, cascade), size);
  }
  return size;
}

function sizeOf(value: string | undefined, parent: number | undefined): number | undefined {
  const text = value?.trim().toLowerCase();
  if (text === undefined) return undefined;
  if (text === 'inherit') return parent;
  if (Object.hasOwn(KEYWORDS, text)) return KEYWORDS[text];
  const [, digits, unit = ''] = /^([\d.]+)(px|pt|pc|in|cm|mm|em|rem|%)$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const number = Number(digits);
  if (unit === 'rem') return number * DEFAULT_SIZE;
  if (unit === 'em') return parent === undefined ? undefined : number * parent;
  if (unit === '%') return parent === undefined ? undefined : (number / 100) * parent;
  return number * PIXELS[unit]!;
}

export function isBold(element: MarkupElement, cascade: Cascade): boolean {
  for (const each of [element, ...ancestorsOf(element)]) {
    const style = cascade.styleOf(each);
    const weight =
      style.get('font-weight')?.value.trim() ?? /(?:^|\s)(bold|[6-9]00)\s/.exec(style.get('font')?.value ?? '')?.[1];
    if (weight !== undefined && weight !== 'inherit')
      return weight === 'bold' || weight === 'bolder' || Number(weight) >= 700;
    if (isHtml(each, ...BOLD)) return true;
  }
  return false;
}

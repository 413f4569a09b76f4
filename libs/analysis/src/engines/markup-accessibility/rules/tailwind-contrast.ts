import { type MarkupElement, ancestorsOf, isHtml } from '../markup';
import { isDisabled } from '../semantics/focus';
import { colourOf, contrastOf, type Colour } from '../style/colour';
import { utilitiesOf } from '../style/utilities';
import type { Page } from './page';

const SHADES = [50, 100, 200, 300, 400, 500];
/** The lighter half of the palettes that Tailwind has by itself, by the shades above. */
const PALETTES: Readonly<Record<string, readonly string[]>> = {
  slate: ['f8fafc', 'f1f5f9', 'e2e8f0', 'cbd5e1', '94a3b8', '64748b'],
  gray: ['f9fafb', 'f3f4f6', 'e5e7eb', 'd1d5db', '9ca3af', '6b7280'],
  zinc: ['fafafa', 'f4f4f5', 'e4e4e7', 'd4d4d8', 'a1a1aa', '71717a'],
  neutral: ['fafafa', 'f5f5f5', 'e5e5e5', 'd4d4d4', 'a3a3a3', '737373'],
  stone: ['fafaf9', 'f5f5f4', 'e7e5e4', 'd6d3d1', 'a8a29e', '78716c'],
  red: ['fef2f2', 'fee2e2', 'fecaca', 'fca5a5', 'f87171', 'ef4444'],
  orange: ['fff7ed', 'ffedd5', 'fed7aa', 'fdba74', 'fb923c', 'f97316'],
  amber: ['fffbeb', 'fef3c7', 'fde68a', 'fcd34d', 'fbbf24', 'f59e0b'],
  yellow: ['fefce8', 'fef9c3', 'fef08a', 'fde047', 'facc15', 'eab308'],
  lime: ['f7fee7', 'ecfccb', 'd9f99d', 'bef264', 'a3e635', '84cc16'],
  green: ['f0fdf4', 'dcfce7', 'bbf7d0', '86efac', '4ade80', '22c55e'],
  emerald: ['ecfdf5', 'd1fae5', 'a7f3d0', '6ee7b7', '34d399', '10b981'],
  teal: ['f0fdfa', 'ccfbf1', '99f6e4', '5eead4', '2dd4bf', '14b8a6'],
  cyan: ['ecfeff', 'cffafe', 'a5f3fc', '67e8f9', '22d3ee', '06b6d4'],
  sky: ['f0f9ff', 'e0f2fe', 'bae6fd', '7dd3fc', '38bdf8', '0ea5e9'],
  blue: ['eff6ff', 'dbeafe', 'bfdbfe', '93c5fd', '60a5fa', '3b82f6'],
};

/** Colours of the brand are not among them: a project may give `primary` any. */
function colourNamed(name: string): Colour | undefined {
  if (name === 'white') return colourOf('#ffffff');
  const [, palette = '', shade] = /^([a-z]+)-(\d+)$/.exec(name) ?? [];
  const hex = PALETTES[palette]?.[SHADES.indexOf(Number(shade))];
  return hex === undefined ? undefined : colourOf(`#${hex}`);
}

/** Below this the text is hard to see for everybody. A text that is a little fainter than it should be is a taste. */
const FAR_BELOW = 3;
const LARGE = /^text-(?:[2-9]xl|\[)/;

/** A text whose classes of Tailwind make it far too faint on the ground that they, or those around it, give it. */
export function* faintByClasses(page: Page): Generator<{ readonly element: MarkupElement; readonly ratio: number }> {
  const seen = new Set<string>();
  // The sheets that a page has of its own say more than its classes.
  if (page.markup.isPage && page.markup.sheets.length > 0 && !page.markup.lacksSheets) return;
  for (const element of page.elements) {
    if (element.namespace !== 'html' || isDisabled(element) || isHtml(element, 'input', 'textarea', 'svg', 'i'))
      continue;
    if (!element.children.some((child) => child.kind === 'text' && /\p{L}{2}/u.test(child.text ?? ''))) continue;
    const text = classOf(element, 'text');
    const ground = groundOf(element);
    if (text === undefined || ground === undefined || isLarge(element) || isFadedOrDark(element)) continue;
    const [front, back] = [colourNamed(text), colourNamed(ground)];
    const ratio = front && back ? contrastOf(front, back) : undefined;
    if (ratio === undefined || ratio >= FAR_BELOW || seen.has(`${text} ${ground}`)) continue;
    seen.add(`${text} ${ground}`);
    yield { element, ratio };
  }
}

const COLOUR_OF = {
  text: /^text-(white|black|[a-z]+-\d{2,3}(?:\/\d+)?)$/,
  bg: /^bg-(white|black|[a-z]+-\d{2,3}(?:\/\d+)?)$/,
} as const;

/** The colour that one class of an element names; undefined for none, for several, and for one that a state has. */
function classOf(element: MarkupElement, kind: 'text' | 'bg'): string | undefined {
  const names = (utilitiesOf(element) ?? []).flatMap(({ variants, name }) => {
    const [, colour] = COLOUR_OF[kind].exec(name) ?? [];
    return colour === undefined ? [] : [{ colour, isPlain: variants.length === 0 }];
  });
  const [only, ...others] = names.filter(({ isPlain }) => isPlain);
  return others.length === 0 ? only?.colour : undefined;
}

/** Classes by which an element lies on something else, or on more than one colour. */
const OTHER_GROUND = /^(?:bg-(?:gradient|linear|\[|opacity|none)|from-|opacity-|absolute|fixed|sticky)/;
const OUT_OF_USE = /^(?:cursor-not-allowed|pointer-events-none|sr-only|line-through)$/;

/** The colour behind an element: its own, or that of the nearest box around it of which all classes are known. */
function groundOf(element: MarkupElement): string | undefined {
  for (const each of [element, ...ancestorsOf(element)]) {
    if (each.opaque || each.mayHaveMore || each.attributes.has('style')) return undefined;
    const own = utilitiesOf(each);
    if (own === undefined) return undefined;
    if (own.some(({ name }) => OTHER_GROUND.test(name))) return undefined;
    const colour = classOf(each, 'bg');
    if (colour !== undefined) return colour;
    // A class of the project may give it a ground of its own.
    if (own.some(({ name }) => /^(?:bg-|btn|card|badge|alert|panel|dark)/.test(name))) return undefined;
  }
  return undefined;
}

const isLarge = (element: MarkupElement): boolean =>
  isHtml(element, 'h1', 'h2') || (utilitiesOf(element) ?? []).some(({ name }) => LARGE.test(name));

/** Text of what cannot be used, or that something covers. */
const isFadedOrDark = (element: MarkupElement): boolean =>
  [element, ...ancestorsOf(element)].some(
    (each) =>
      isDisabled(each) ||
      each.attributes.has('disabled') ||
      each.attributes.get('aria-disabled') === 'true' ||
      each.attributes.get('aria-hidden') === 'true' ||
      (utilitiesOf(each) ?? []).some(({ name }) => OUT_OF_USE.test(name)),
  );

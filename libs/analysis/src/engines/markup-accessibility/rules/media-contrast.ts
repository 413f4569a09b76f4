import { type MarkupElement, type Sheet, attributeOf } from '../markup';
import { contrastOfText, isStyleKnown, shownRatio } from './contrast';
import { type Fault, Page, tagOf } from './page';

/** Another window or another wish of its reader, in which a page has other styles. */
interface Setting {
  readonly where: string;
  /** The text of a media query as it would be if the setting were the usual one. */
  readonly asUsual: (css: string) => string;
}

const DARK = /prefers-color-scheme\s*:\s*dark/;
/** A browser draws what no style says in other colours, where a page asks for that. */
const OTHER_CANVAS = /(?<!prefers-)color-scheme\s*:[^;}]*\bdark\b/;
const NARROW = /\(\s*max-width\s*:\s*(\d+)(?:\.\d+)?px\s*\)/g;
const WIDE = /\(\s*min-width\s*:\s*[\d.]+(?:px|r?em)\s*\)/g;
/** Pixels. No phone has a wider screen. */
const WIDEST_OF_PHONES = 1_100;

const SETTINGS: readonly Setting[] = [
  {
    where: 'In the dark',
    asUsual: (css) =>
      css.replace(
        /(prefers-color-scheme\s*:\s*)(dark|light)/g,
        (_, head, scheme) => head + (scheme === 'dark' ? 'light' : 'dark'),
      ),
  },
  {
    where: 'On a narrow screen',
    asUsual: (css) =>
      css
        .replace(WIDE, '(max-width: 1px)')
        .replace(NARROW, (all, width) => (Number(width) <= WIDEST_OF_PHONES ? '(min-width: 1px)' : all)),
  },
];

/** Text that is readable as a page is at first, and not in the dark or on a narrow screen. */
export function* lowContrastElsewhere(page: Page): Generator<Fault> {
  const { sheets, isPage, lacksSheets, elements } = page.markup;
  if (!isPage || lacksSheets || !isStyleKnown(page)) return;
  const all = sheets.map(({ css, media }) => `${css} ${media ?? ''}`).join('\n');
  const hasOtherCanvas =
    OTHER_CANVAS.test(all) || elements.some((each) => attributeOf(each, 'name') === 'color-scheme');
  for (const { where, asUsual } of SETTINGS) {
    if (asUsual(all) === all || (DARK.test(all) && where === 'In the dark' && hasOtherCanvas)) continue;
    const other = new Page({ ...page.markup, sheets: sheets.map((each) => changed(each, asUsual)) }, page.surroundings);
    const told = new Set<string>();
    for (const element of page.elements) {
      const found = contrastOfText(element, other);
      if (!found || found.ratio >= found.needed || told.has(lookOf(element))) continue;
      const atFirst = contrastOfText(element, page);
      if (!atFirst || atFirst.ratio < atFirst.needed) continue;
      told.add(lookOf(element));
      const [ratio, tag] = [shownRatio(found.ratio), tagOf(element)];
      const message = `${where} the contrast of ${tag} is ${ratio}; it needs ${found.needed}:1`;
      yield { element, message, isMild: true };
    }
  }
}

const changed = ({ css, media }: Sheet, asUsual: (css: string) => string): Sheet => ({
  css: asUsual(css),
  media: media === undefined ? undefined : asUsual(media),
});

const lookOf = (element: MarkupElement): string => `${element.name} ${attributeOf(element, 'class') ?? ''}`;

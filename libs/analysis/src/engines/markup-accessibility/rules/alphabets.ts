import { attributeOf } from '../markup';
import type { Page } from './page';

/** Languages that are written in Latin letters alone. */
const LATIN = new Set(
  'en de fr es it pt nl da sv nb no nn fi pl cs sk sl hr hu ro tr vi id ms et lv lt is ga ca eu gl sq af'.split(' '),
);
const OTHER_SCRIPTS: Readonly<Record<string, RegExp>> = {
  Arabic: /\p{Script=Arabic}/gu,
  Chinese: /\p{Script=Han}/gu,
  Cyrillic: /\p{Script=Cyrillic}/gu,
  Devanagari: /\p{Script=Devanagari}/gu,
  Greek: /\p{Script=Greek}/gu,
  Hebrew: /\p{Script=Hebrew}/gu,
  Japanese: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  Korean: /\p{Script=Hangul}/gu,
  Thai: /\p{Script=Thai}/gu,
};
/** Chinese says in one letter what other languages say in three. */
export const FEWEST_LETTERS = 24;
const DENSE = new Set(['Chinese', 'Japanese', 'Korean']);

/** The script of nearly all letters of a text, if it is no Latin one and the text is more than a name. */
export function otherScriptOf(text: string, share: number, fewest = FEWEST_LETTERS): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const counts = Object.entries(OTHER_SCRIPTS).map(
    ([script, each]) => [script, text.match(each)?.length ?? 0] as const,
  );
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  const [best] = counts.sort((a, b) => b[1] - a[1]);
  if (!best || all < letters * share) return undefined;
  return letters >= fewest / (DENSE.has(best[0]) ? 2 : 1) ? best[0] : undefined;
}

/** The language that a page names, if it is one of Latin letters. */
export function latinLanguageOf({ markup }: Page): string | undefined {
  const html = markup.isPage && markup.root.name === 'html' ? markup.root : undefined;
  const named = html && attributeOf(html, 'lang')?.trim().toLowerCase();
  return named && LATIN.has(named.split('-')[0]!) && !named.includes('cyrl') ? named : undefined;
}

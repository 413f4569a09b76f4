import type { Markup } from '../markup';
import { readAngular } from './angular';
import { type Surroundings, readHtml } from './html';
import { readJsx } from './jsx';
import { readSvelte } from './svelte';
import { readVue } from './vue';

type Reader = (path: string, text: string, surroundings: Surroundings) => readonly Markup[];

/** By the ends of file names: how the markup in such a file is read. */
const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/\.(?:html?|xhtml)$/i, (_, text, surroundings) => [readHtml(text, surroundings)]],
  [/\.[jt]sx$/, readJsx],
  [/\.vue$/, (_, text) => readVue(text)],
  [/\.svelte$/, (_, text) => readSvelte(text)],
  [/\.component\.ts$/, readAngular],
];

/** The pages and parts of pages that a file has. */
export function readMarkup(path: string, text: string, surroundings: Surroundings): readonly Markup[] {
  const [, read] = READERS.find(([end]) => end.test(path)) ?? [];
  return read?.(path, text, surroundings) ?? [];
}

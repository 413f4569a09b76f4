import type { Markup } from '../markup';
import { isDrawn } from '../../kit/drawn-pictures';
import { sheetsOfComponent } from '../style/component-sheets';
import { type Surroundings, readHtml } from './html';

type Reader = (path: string, text: string, surroundings: Surroundings) => readonly Markup[];

/**
 * By the ends of file names: how the markup in such a file is read. The compilers of TypeScript, Vue and Svelte take as
 * long to load as a hundred pages to judge, so each is loaded with its first file.
 */
const READERS: readonly (readonly [RegExp, () => Reader])[] = [
  [/\.component\.html$/, () => readTemplate],
  [/\.(?:html?|xhtml)$/i, () => (_, text, surroundings) => [readHtml(text, surroundings)]],
  [
    /\.[jt]sx$/,
    () => (path, text) => (isDrawn(text) ? [] : (require('./jsx') as typeof import('./jsx')).readJsx(path, text)),
  ],
  [/\.vue$/, () => (_, text) => (require('./vue') as typeof import('./vue')).readVue(text)],
  [/\.svelte$/, () => (_, text) => (require('./svelte') as typeof import('./svelte')).readSvelte(text)],
  [/\.component\.ts$/, () => (require('./angular') as typeof import('./angular')).readAngular],
];

/** The template of a component of Angular has a style sheet of its own beside it. */
function readTemplate(path: string, text: string, surroundings: Surroundings): readonly Markup[] {
  const script = surroundings.sheetAt(path.slice(path.lastIndexOf('/') + 1).replace(/html$/, 'ts'));
  const scope =
    script === undefined
      ? undefined
      : (require('./template-scope') as typeof import('./template-scope')).scopeOfScript(script, text);
  const markup = readHtml(text, { ...surroundings, hasMarksOfWords: true, ...(scope && { scope }) });
  const css = surroundings.sheetAt(path.slice(path.lastIndexOf('/') + 1).replace(/html$/, 'css'));
  return [css === undefined || markup.isPage ? markup : { ...markup, sheets: sheetsOfComponent(css) }];
}

/** The pages and parts of pages that a file has. */
export function readMarkup(path: string, text: string, surroundings: Surroundings): readonly Markup[] {
  const [, reader] = READERS.find(([end]) => end.test(path)) ?? [];
  return reader?.()(path, text, surroundings) ?? [];
}

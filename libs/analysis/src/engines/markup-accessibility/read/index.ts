import type { Markup } from '../markup';
import { isDrawn } from '../../kit/drawn-pictures';
import { sheetsOfComponent } from '../style/component-sheets';
import { type Surroundings, readHtml } from './html';
import { lineOf } from './positions';
import type { ScriptOfPage } from './script-parts';

type Reader = (path: string, text: string, surroundings: Surroundings) => readonly Markup[];

/**
 * By the ends of file names: how the markup in such a file is read. The compilers of TypeScript, Vue and Svelte take as
 * long to load as a hundred pages to judge, so each is loaded with its first file.
 */
const READERS: readonly (readonly [RegExp, () => Reader])[] = [
  [/\.component\.html$/, () => readTemplate],
  [/\.(?:html?|xhtml)$/i, () => readPage],
  [
    /\.[jt]sx$/,
    () => (path, text) => (isDrawn(text) ? [] : (require('./jsx') as typeof import('./jsx')).readJsx(path, text)),
  ],
  [/\.vue$/, () => (_, text) => (require('./vue') as typeof import('./vue')).readVue(text)],
  [/\.svelte$/, () => (_, text) => (require('./svelte') as typeof import('./svelte')).readSvelte(text)],
  [/\.component\.ts$/, () => (require('./angular') as typeof import('./angular')).readAngular],
];

/** A page, and the parts that its scripts put into it. */
function readPage(_: string, text: string, surroundings: Surroundings): readonly Markup[] {
  const page = readHtml(text, surroundings);
  const scripts = scriptsThatPut(text);
  if (scripts.length === 0) return [page];
  const { PartReader } = require('./script-parts') as typeof import('./script-parts');
  return [page, ...new PartReader(text, page, surroundings, scripts).parts()];
}

const SCRIPT = /<script\b([^>]*)>([^]*?)<\/script/gi;
const OF_JAVASCRIPT =
  /^(?![^]*\stype\s*=)|\stype\s*=\s*["']?(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script)\b/i;

/** The scripts of a page that may put markup into it. */
const scriptsThatPut = (page: string): readonly ScriptOfPage[] =>
  Array.from(
    page.replace(/<!--(?!>)(?:(?!-->)[^])*-->/g, (all) => all.replace(/[^\r\n]/g, ' ')).matchAll(SCRIPT),
  ).flatMap(({ index, 0: all, 1: attributes = '', 2: code = '' }) =>
    OF_JAVASCRIPT.test(attributes) && /<[a-z]|createElement|new Image/i.test(code)
      ? [{ code, offset: index + all.indexOf('>', 7 + attributes.length) + 1, line: lineOf(page, index).line }]
      : [],
  );

/** The template of a component of Angular has a style sheet of its own beside it. */
function readTemplate(path: string, text: string, surroundings: Surroundings): readonly Markup[] {
  const script = surroundings.sheetAt(path.slice(path.lastIndexOf('/') + 1).replace(/html$/, 'ts'));
  const scope =
    script === undefined
      ? undefined
      : (require('./template-scope') as typeof import('./template-scope')).scopeOfScript(script, text);
  const markup = readHtml(text, { ...surroundings, hasMarksOfWords: true, ...(scope && { scope }) });
  if (script !== undefined) (markup.root.handlers as Map<string, string>).set('file', script);
  const css = surroundings.sheetAt(path.slice(path.lastIndexOf('/') + 1).replace(/html$/, 'css'));
  return [css === undefined || markup.isPage ? markup : { ...markup, sheets: sheetsOfComponent(css) }];
}

/** The pages and parts of pages that a file has. */
export function readMarkup(path: string, text: string, surroundings: Surroundings): readonly Markup[] {
  const [, reader] = READERS.find(([end]) => end.test(path)) ?? [];
  return reader?.()(path, text, surroundings) ?? [];
}

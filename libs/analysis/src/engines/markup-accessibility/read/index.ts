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
  const { scripts, templates, jsx } = codeOfPage(text);
  if (scripts.length + templates.length + jsx.length === 0) return [page];
  const { PartReader } = require('./script-parts') as typeof import('./script-parts');
  const reader = new PartReader(text, page, surroundings, scripts);
  for (const each of [...templates, ...jsx]) reader.leave(each, '');
  // A part has the lines of the page, so that findings tell those.
  const trees = jsx.flatMap(({ code, line }) =>
    (require('./jsx') as typeof import('./jsx')).readJsx('page.jsx', `${'\n'.repeat(line - 1)}${code}`),
  );
  return [page, ...reader.parts(), ...reader.templates(templates), ...trees];
}

const CODE = /<(script|template)\b([^>]*)>([^]*?)<\/\1\s*>/gi;
const OF_TYPE = /\stype\s*=\s*["']?([\w/.+-]*)/i;
const JAVASCRIPT = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;
const OF_TEMPLATE = /^(?:text\/(?:html|template|(?:x-)?[\w-]*(?:template|tmpl|handlebars|mustache))|x-tmpl\S*)$/i;
const OF_FRAMEWORK = /\s(?:x-|v-|shadowrootmode|#)/i;

/** The scripts of a page that may put markup into it, and the templates that they fill. */
function codeOfPage(page: string): {
  readonly scripts: readonly ScriptOfPage[];
  readonly templates: readonly ScriptOfPage[];
  readonly jsx: readonly ScriptOfPage[];
} {
  const [scripts, templates, jsx]: [ScriptOfPage[], ScriptOfPage[], ScriptOfPage[]] = [[], [], []];
  const shown = page.replace(/<!--(?!>)(?:(?!-->)[^])*-->/g, (all) => all.replace(/[^\r\n]/g, ' '));
  const hasScript = /<script\b/i.test(shown);
  for (const { index, 0: all, 1: name = '', 2: attributes = '', 3: code = '' } of shown.matchAll(CODE)) {
    if (!/<[a-z]|createElement|new Image/i.test(code)) continue;
    const begin = index + all.indexOf('>', name.length + attributes.length) + 1;
    const one = { code, offset: begin, line: lineOf(page, index).line };
    const [, type = ''] = OF_TYPE.exec(attributes) ?? [];
    if (name.toLowerCase() === 'template') {
      // Without a script, nothing ever shows it.
      if (hasScript && !OF_FRAMEWORK.test(attributes)) templates.push(one);
    } else if (/^text\/(?:babel|jsx)$/i.test(type)) jsx.push({ ...one, line: lineOf(page, begin).line });
    else if (OF_TEMPLATE.test(type)) templates.push(one);
    else if (JAVASCRIPT.test(type)) scripts.push(one);
  }
  return { scripts, templates, jsx };
}

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

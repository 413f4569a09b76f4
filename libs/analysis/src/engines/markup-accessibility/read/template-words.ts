import type { MarkPlace } from '../../kit/page-templates';

/** Stands in the text that is parsed where a template has a mark. No page has it: it is of nobody's alphabet. */
export const MARK = '\ue000';

/**
 * The text that is parsed instead of a mark: it keeps its length, its line breaks, and that something unknown is there.
 */
export function fillMark(mark: string, { inText, inValue }: MarkPlace, before: string | undefined): string {
  const filled = mark.replace(/[^\r\n]/g, MARK);
  if (inValue) return filled;
  if (inText) return asComment(filled);
  return before === undefined || /[\s"']/.test(before) ? ` ${filled.slice(1, -1)} ` : filled;
}

/** A comment of the length of a mark in text, with the mark's line breaks. */
function asComment(filled: string): string {
  if (filled.length < 7) return /[\r\n]/.test(filled) ? filled.replaceAll(MARK, ' ') : `<!-->${filled.slice(5)}`;
  const before = lineBreaks(filled.slice(0, 4));
  const after = lineBreaks(filled.slice(-3));
  let added = before.length + after.length;
  const inside = filled.slice(4, -3).replaceAll(MARK, (character) => (added-- > 0 ? '' : character));
  return `<!--${before}${inside}${after}-->`;
}

const lineBreaks = (text: string) => text.replaceAll(MARK, '');

const BOUND =
  /^(?:\[(?:attr\.)?|:|v-bind:|x-bind:|(?:data-)?th:|ng-attr-|bind-|data-bind-|\?)([a-z][\w-]*)(?:\.[\w.]+)?\]?$/;
const TEXTS = new Set([
  'v-text',
  'v-html',
  'x-text',
  'x-html',
  'th:text',
  'th:utext',
  'data-th-text',
  'ng-bind',
  'ng-bind-html',
  '[innerhtml]',
  '[innertext]',
  '[textcontent]',
  'data-i18n',
  'data-l10n-id',
  'data-text',
  ':innerhtml',
  '.innerhtml',
  '.innertext',
  '.textcontent',
  ':textcontent',
  'data-translate',
  'data-localize',
  'translate-once',
  '[translate]',
]);
/** Directives that take over an element, with all that it says. */
const ANYTHING = new Set([
  'v-bind',
  'x-bind',
  'th:attr',
  'th:replace',
  'th:insert',
  'th:include',
  'data-th-attr',
  'ngattributes',
]);
/** Links of frameworks have their address from these. */
const ADDRESSES = new Set(['routerlink', '[routerlink]', 'ui-sref', 'ng-href', 'data-ng-href', 'th:href', 'data-href']);

/**
 * The meaning of an attribute of a template: an attribute with a computed value, the text of the element, or any
 * attributes.
 */
export function boundAttribute(name: string): { readonly name: string } | 'text' | 'any' | undefined {
  if (ANYTHING.has(name)) return 'any';
  if (TEXTS.has(name)) return 'text';
  if (ADDRESSES.has(name)) return { name: 'href' };
  if (name === 'th:field') return { name: 'id' };
  if (name === 'ng-src' || name === 'data-src') return { name: 'src' };
  const [, bound] = BOUND.exec(name) ?? [];
  return bound === undefined ? undefined : { name: bound };
}

const BLOCK_WORDS =
  'if|for|foreach|forelse|switch|case|default|defer|else|empty|include|yield|section|component|slot|let|lang|csrf|' +
  'php|end[a-z]+';
const BLOCK = new RegExp(String.raw`(?:^|\s)(?:@(?:${BLOCK_WORDS})\b|@[A-Z][\w.]*|@\(|\{!!)`);

/** Blocks of Angular, Blade and Razor, in text. */
export const isBlockOfTemplate = (text: string): boolean => BLOCK.test(text) || /^\s*\}[\s}]*$/.test(text);

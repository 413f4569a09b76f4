import { type MarkupElement, ancestorsOf, attributeOf, isHtml, tokensOf } from '../markup';
import { GLOBAL_ATTRIBUTES, factsOf, isRole } from './aria';
import type { Exposures } from './exposure';
import { isFocusable } from './focus';

/** The role that the `role` attribute gives: the first one that exists. */
export const explicitRole = (element: MarkupElement): string | undefined =>
  tokensOf(attributeOf(element, 'role')?.toLowerCase()).find(isRole);

/** The role, after what makes an element more than decoration has been taken into account; undefined for none. */
export function roleOf(element: MarkupElement, exposures: Exposures): string | undefined {
  const explicit = explicitRole(element);
  if (explicit === undefined) return implicitRole(element, exposures);
  if (explicit === 'image') return 'img';
  if (!isDecorative(explicit)) return explicit;
  return isMoreThanDecoration(element, exposures) ? implicitRole(element, exposures) : explicit;
}

export const isDecorative = (role: string | undefined): boolean => role === 'none' || role === 'presentation';

/** Whether ARIA overrides `role="none"` for the element. */
const isMoreThanDecoration = (element: MarkupElement, exposures: Exposures): boolean =>
  isFocusable(element, exposures) || hasGlobalAttribute(element);

const hasGlobalAttribute = (element: MarkupElement): boolean =>
  [...element.attributes].some(
    ([name, value]) => GLOBAL_ATTRIBUTES.has(name) && name !== 'aria-hidden' && value !== '',
  );

const SIMPLE: Readonly<Record<string, string>> = {
  address: 'group',
  article: 'article',
  aside: 'complementary',
  blockquote: 'blockquote',
  button: 'button',
  caption: 'caption',
  code: 'code',
  datalist: 'listbox',
  dd: 'definition',
  del: 'deletion',
  details: 'group',
  dfn: 'term',
  dialog: 'dialog',
  dt: 'term',
  em: 'emphasis',
  fieldset: 'group',
  figure: 'figure',
  form: 'form',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  hgroup: 'group',
  hr: 'separator',
  html: 'document',
  ins: 'insertion',
  main: 'main',
  math: 'math',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  p: 'paragraph',
  progress: 'progressbar',
  search: 'search',
  strong: 'strong',
  sub: 'subscript',
  sup: 'superscript',
  table: 'table',
  tbody: 'rowgroup',
  textarea: 'textbox',
  tfoot: 'rowgroup',
  thead: 'rowgroup',
  time: 'time',
  ul: 'list',
};
const GENERIC = new Set([
  'a',
  'area',
  'b',
  'bdi',
  'bdo',
  'body',
  'data',
  'div',
  'i',
  'pre',
  'q',
  'samp',
  'small',
  'span',
  'u',
]);

const INPUTS: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  submit: 'button',
};
const TEXT_INPUTS = new Set(['text', 'email', 'tel', 'url', 'search']);
const OTHER_INPUTS = new Set([
  'color',
  'date',
  'datetime-local',
  'file',
  'hidden',
  'month',
  'password',
  'time',
  'week',
]);

/** The type of an input; an unknown type is a text field. */
export function inputType(element: MarkupElement): string {
  const type = attributeOf(element, 'type')?.toLowerCase() ?? 'text';
  return Object.hasOwn(INPUTS, type) || TEXT_INPUTS.has(type) || OTHER_INPUTS.has(type) ? type : 'text';
}

/** The role that an element has by itself. */
export function implicitRole(element: MarkupElement, exposures: Exposures): string | undefined {
  if (element.namespace === 'svg') return element.name === 'svg' ? 'graphics-document' : undefined;
  if (element.namespace === 'math') return element.name === 'math' ? 'math' : undefined;
  const { name } = element;
  switch (name) {
    case 'a':
    case 'area':
      return element.attributes.has('href') ? 'link' : 'generic';
    case 'img':
      return imageRole(element, exposures);
    case 'input':
      return inputRole(element);
    case 'select':
      return element.attributes.has('multiple') || Number(attributeOf(element, 'size') ?? 0) > 1
        ? 'listbox'
        : 'combobox';
    case 'section':
      return isNamedByAuthor(element) ? 'region' : 'generic';
    case 'header':
      return isInSection(element) ? 'generic' : 'banner';
    case 'footer':
      return isInSection(element) ? 'generic' : 'contentinfo';
    case 'li':
      return element.parent && isHtml(element.parent, 'ul', 'ol', 'menu') ? 'listitem' : 'generic';
    case 'tr':
      return 'row';
    case 'td':
    case 'th':
      return cellRole(element);
    case 'summary':
      return undefined;
    default:
      return SIMPLE[name] ?? (GENERIC.has(name) ? 'generic' : undefined);
  }
}

/** Whether an ARIA attribute or a title names it. */
const isNamedByAuthor = (element: MarkupElement): boolean =>
  ['aria-label', 'aria-labelledby', 'title'].some(
    (name) => element.attributes.get(name) !== undefined && attributeOf(element, name)?.trim() !== '',
  );

function imageRole(element: MarkupElement, exposures: Exposures): string {
  const alt = element.attributes.get('alt');
  if (alt !== '') return 'img';
  return isMoreThanDecoration(element, exposures) ? 'img' : 'presentation';
}

function inputRole(element: MarkupElement): string | undefined {
  const type = inputType(element);
  if (TEXT_INPUTS.has(type)) {
    if (element.attributes.has('list')) return 'combobox';
    return type === 'search' ? 'searchbox' : 'textbox';
  }
  return INPUTS[type];
}

const isInSection = (element: MarkupElement): boolean => {
  for (const ancestor of ancestorsOf(element))
    if (isHtml(ancestor, 'article', 'aside', 'main', 'nav', 'section')) return true;
  return false;
};

function cellRole(element: MarkupElement): string | undefined {
  let table: MarkupElement | undefined;
  for (const ancestor of ancestorsOf(element)) {
    if (!isHtml(ancestor, 'table')) continue;
    table = ancestor;
    break;
  }
  if (!table) return undefined;
  const role = explicitRole(table);
  if (role === 'presentation' || role === 'none') return 'generic';
  if (element.name === 'th') return /^row/i.test(attributeOf(element, 'scope') ?? '') ? 'rowheader' : 'columnheader';
  return role === 'grid' || role === 'treegrid' ? 'gridcell' : 'cell';
}

/** Whether an element has the role, or one that is of its kind. */
export function isKindOf(role: string | undefined, kind: string): boolean {
  if (role === undefined) return false;
  return role === kind || (factsOf(role)?.superclasses.includes(kind) ?? false);
}

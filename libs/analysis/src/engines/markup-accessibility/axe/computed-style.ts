import type { MarkupElement } from '../markup';
import type { Page } from '../rules/page';
import type { ComputedStyle } from './dom';

const INITIAL: Readonly<Record<string, string>> = {
  display: 'block',
  visibility: 'visible',
  opacity: '1',
  position: 'static',
  overflow: 'visible',
  'overflow-x': 'visible',
  'overflow-y': 'visible',
  clip: 'auto',
  'clip-path': 'none',
  color: 'rgb(0, 0, 0)',
  'background-color': 'rgba(0, 0, 0, 0)',
  'background-image': 'none',
  'font-size': '16px',
  'font-weight': '400',
  content: 'normal',
  left: 'auto',
  top: 'auto',
  right: 'auto',
  bottom: 'auto',
  float: 'none',
  'text-indent': '0px',
  width: 'auto',
  height: 'auto',
  transform: 'none',
  'text-transform': 'none',
  'white-space': 'normal',
  'text-decoration': 'none',
  'content-visibility': 'visible',
  'list-style-type': 'disc',
  'z-index': 'auto',
  filter: 'none',
  'mix-blend-mode': 'normal',
  'text-shadow': 'none',
  direction: 'ltr',
  'flex-direction': 'row',
  cursor: 'auto',
  'pointer-events': 'auto',
};
const INLINE = new Set([
  'a',
  'abbr',
  'b',
  'bdi',
  'bdo',
  'cite',
  'code',
  'em',
  'i',
  'img',
  'kbd',
  'label',
  'mark',
  'q',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'time',
  'u',
  'var',
]);
const camelOf = (property: string) => property.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
const INITIAL_FIELDS = Object.fromEntries(
  Object.entries(INITIAL).flatMap(([name, value]) => [
    [name, value],
    [camelOf(name), value],
  ]),
);

/**
 * The style that axe-core asks a browser for, from the simple cascade of our own: jsdom's takes most of the time of a
 * run, and compares every rule of every sheet again for each question.
 */
export function computedStyleOf(element: MarkupElement | undefined, page: Page): ComputedStyle {
  const fields: Record<string, string> = { ...INITIAL_FIELDS };
  const put = (name: string, value: string) => {
    fields[name] = value;
    fields[camelOf(name)] = value;
  };
  if (element) {
    if (INLINE.has(element.name)) put('display', 'inline');
    for (const [name, { value }] of page.cascade.styleOf(element))
      if (!name.startsWith('--')) put(name, value.trim().toLowerCase());
    put('display', page.exposures.isRendered(element) || element.name === 'html' ? fields['display']! : 'none');
    put('visibility', page.exposures.isRendered(element) && page.exposures.isHidden(element) ? 'hidden' : 'visible');
  }
  return { ...fields, getPropertyValue: (property) => fields[property] ?? '' };
}

import { type MarkupElement, ancestorsOf, attributeOf, isHtml } from '../markup';
import type { Exposures } from './exposure';

const CONTROLS = ['button', 'input', 'select', 'textarea'];

/** Whether a disabled control, or one in a disabled fieldset. */
export function isDisabled(element: MarkupElement): boolean {
  if (!isHtml(element, ...CONTROLS, 'optgroup', 'option', 'fieldset')) return false;
  if (element.attributes.has('disabled')) return true;
  for (const ancestor of ancestorsOf(element)) {
    if (!isHtml(ancestor, 'fieldset') || !ancestor.attributes.has('disabled')) continue;
    const legend = ancestor.children.find(
      (child): child is MarkupElement => child.kind === 'element' && isHtml(child, 'legend'),
    );
    if (legend && (legend === element || [...ancestorsOf(element)].includes(legend))) continue;
    return true;
  }
  return false;
}

export function tabindexOf(element: MarkupElement): number | undefined {
  const [digits] = /^\s*-?\d+/.exec(attributeOf(element, 'tabindex') ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Whether the element takes the focus without a tabindex. */
function isFocusableByNature(element: MarkupElement): boolean {
  const { attributes } = element;
  if (element.namespace === 'svg')
    return element.name === 'a' && (attributes.has('href') || attributes.has('xlink:href'));
  switch (element.name) {
    case 'a':
    case 'area':
      return attributes.has('href');
    case 'button':
    case 'select':
    case 'textarea':
      return !isDisabled(element);
    case 'input':
      return !isDisabled(element) && attributeOf(element, 'type')?.toLowerCase() !== 'hidden';
    case 'iframe':
      return true;
    case 'audio':
    case 'video':
      return typeof attributes.get('controls') === 'string';
    case 'summary':
      return element.parent !== undefined && isHtml(element.parent, 'details');
    default: {
      const editable = attributeOf(element, 'contenteditable');
      return editable !== undefined && /^(?:|true|plaintext-only)$/i.test(editable);
    }
  }
}

/** Whether the element can have the focus, by keyboard or by a script. */
export function isFocusable(element: MarkupElement, exposures: Exposures): boolean {
  if (exposures.isHidden(element) || exposures.isInert(element) || isDisabled(element)) return false;
  return isFocusableByNature(element) || tabindexOf(element) !== undefined;
}

/** Whether the Tab key gets to it. */
export function isInTabOrder(element: MarkupElement, exposures: Exposures): boolean {
  return isFocusable(element, exposures) && (tabindexOf(element) ?? 0) >= 0;
}

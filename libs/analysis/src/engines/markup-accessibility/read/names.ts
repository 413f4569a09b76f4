import type { MarkupElement } from '../markup';

/** The namespace of an element that a template names: what lies in an `<svg>` is SVG, too. */
export function namespaceOf(name: string, parent: MarkupElement): MarkupElement['namespace'] {
  if (name === 'svg') return 'svg';
  if (name === 'math') return 'math';
  if (parent.namespace === 'svg' && parent.name !== 'foreignobject') return 'svg';
  return parent.namespace === 'math' ? 'math' : 'html';
}

import { type AST, parse } from 'svelte/compiler';
import { Unreadable } from '../../kit/per-file';
import {
  type AttributeValue,
  type Markup,
  type MarkupElement,
  addElement,
  addText,
  markupOf,
  newRoot,
} from '../markup';
import { namespaceOf } from './names';
import { type Positions, positionsIn } from './positions';

type Node = AST.Fragment['nodes'][number];

/**
 * Reads the markup of a component.
 * @throws Unreadable for a component that Svelte cannot parse
 */
export function readSvelte(text: string): readonly Markup[] {
  const root = newRoot();
  const positions = positionsIn(text);
  for (const node of parsed(text).nodes) read(root, node, positions);
  return [markupOf(root, { isPage: false, isTemplate: true })];
}

function parsed(text: string): AST.Fragment {
  try {
    return parse(text, { modern: true }).fragment;
  } catch (error) {
    if (error instanceof Error && error.name === 'CompileError') throw new Unreadable(error.message.split('\n')[0]!);
    throw error;
  }
}

/** Reads what a block shows. Blocks that may show nothing add something unknown, and so do those that repeat. */
function read(parent: MarkupElement, node: Node, positions: Positions): void {
  const readAll = (fragment: AST.Fragment | null | undefined) => {
    for (const child of fragment?.nodes ?? []) read(parent, child, positions);
  };
  const readBlock = (...fragments: readonly (AST.Fragment | null | undefined)[]) => {
    for (const fragment of fragments) readAll(fragment);
    if (!fragments.every(isBlank)) addText(parent, null);
  };
  switch (node.type) {
    case 'Text':
      addText(parent, node.data);
      return;
    case 'ExpressionTag':
    case 'HtmlTag':
    case 'RenderTag':
    case 'SlotElement':
      addText(parent, null);
      return;
    case 'IfBlock':
      readBlock(node.consequent, node.alternate);
      return;
    case 'EachBlock':
      readBlock(node.body, node.fallback);
      return;
    case 'AwaitBlock':
      readBlock(node.pending, node.then, node.catch);
      return;
    case 'KeyBlock':
      readAll(node.fragment);
      return;
    case 'SnippetBlock':
      for (const child of node.body.nodes) read(addElement(parent, unknownAt(node.start, positions)), child, positions);
      return;
    default:
      if ('attributes' in node) readElement(parent, node, positions);
  }
}

/** Whether it shows nothing: it has only spaces, comments and blocks without anything in them. */
const isBlank = (fragment: AST.Fragment | null | undefined): boolean =>
  (fragment?.nodes ?? []).every(
    (node) =>
      node.type === 'Comment' ||
      (node.type === 'Text' && node.data.trim() === '') ||
      (node.type === 'IfBlock' && isBlank(node.consequent) && isBlank(node.alternate)),
  );

const unknownAt = (offset: number, positions: Positions) => ({
  name: 'assay-unknown',
  opaque: true,
  place: positions.at(offset),
});

/** A handler with one of these is about something else than the element. */
const LIMITING: ReadonlySet<string> = new Set(['self', 'stopPropagation', 'capture']);

function readElement(parent: MarkupElement, node: AST.ElementLike, positions: Positions): void {
  if (node.type === 'SvelteHead' || node.type === 'SvelteOptions') return;
  const attributes = new Map<string, AttributeValue>();
  let mayHaveMore = node.type === 'SvelteElement';
  let hasUnknownText = false;
  for (const attribute of node.attributes) {
    if (attribute.type === 'Attribute') attributes.set(attribute.name.toLowerCase(), valueOf(attribute.value));
    else if (
      attribute.type === 'SpreadAttribute' ||
      attribute.type === 'UseDirective' ||
      attribute.type === 'AttachTag'
    )
      mayHaveMore = true;
    else if (attribute.type === 'OnDirective') {
      if (!attribute.modifiers.some((each) => LIMITING.has(each))) attributes.set(`on${attribute.name}`, null);
    } else if (attribute.type === 'BindDirective') {
      if (/^(?:innerHTML|textContent|innerText)$/.test(attribute.name)) hasUnknownText = true;
      else if (attribute.name !== 'this') attributes.set(attribute.name.toLowerCase(), null);
    }
  }
  const element = addElement(parent, {
    name: node.name.toLowerCase(),
    namespace: namespaceOf(node.name, parent),
    attributes,
    mayHaveMore,
    opaque: node.type !== 'RegularElement' || /[-:]/.test(node.name),
    place: positions.at(node.start),
  });
  if (hasUnknownText) addText(element, null);
  for (const child of node.fragment.nodes) read(element, child, positions);
}

function valueOf(value: AST.Attribute['value']): AttributeValue {
  if (value === true) return '';
  if (!Array.isArray(value)) return constantOf(value);
  return value.every((part) => part.type === 'Text') ? value.map((part) => part.data).join('') : null;
}

const constantOf = ({ expression }: AST.ExpressionTag): AttributeValue =>
  expression.type === 'Literal' && (typeof expression.value === 'string' || typeof expression.value === 'number')
    ? String(expression.value)
    : null;

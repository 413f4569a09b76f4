import {
  type AttributeNode,
  type DirectiveNode,
  type ElementNode,
  type TemplateChildNode,
  parse,
} from '@vue/compiler-dom';
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

/** The kinds of Vue's nodes; its own enumeration does not exist at run time. */
const ELEMENT = 1;
const TEXT = 2;
const INTERPOLATION = 5;
const DIRECTIVE = 7;
const TAG = 0;
const TEMPLATE = 3;

/**
 * Reads the template of a component.
 * @throws Unreadable for a template that Vue cannot parse
 */
export function readVue(text: string): readonly Markup[] {
  const errors: string[] = [];
  const file = parse(text, { parseMode: 'sfc', onError: ({ message }) => errors.push(message) });
  const template = file.children.find((node): node is ElementNode => node.type === ELEMENT && node.tag === 'template');
  if (!template || hasAttribute(template, 'lang') || hasAttribute(template, 'src')) return [];
  if (errors.length > 0) throw new Unreadable(errors[0]!);
  const root = newRoot();
  for (const child of template.children) read(root, child, true);
  return [markupOf(root, { isPage: false, isTemplate: true })];
}

const hasAttribute = ({ props }: ElementNode, name: string): boolean => props.some((prop) => prop.name === name);

/** @param isRoot whether users of the component can give the element further attributes */
function read(parent: MarkupElement, node: TemplateChildNode, isRoot = false): void {
  if (node.type === TEXT) addText(parent, node.content);
  else if (node.type === INTERPOLATION) addText(parent, null);
  else if (node.type === ELEMENT) readElement(parent, node, isRoot);
}

function readElement(parent: MarkupElement, node: ElementNode, isRoot: boolean): void {
  if (node.tagType === TEMPLATE || (node.tag === 'template' && !node.props.some(isSlot))) {
    for (const child of node.children) read(parent, child);
    return;
  }
  const attributes = new Map<string, AttributeValue>();
  let mayHaveMore = isRoot;
  let hasUnknownText = false;
  for (const prop of node.props) {
    if (prop.type !== DIRECTIVE) attributes.set(prop.name.toLowerCase(), (prop as AttributeNode).value?.content ?? '');
    else if (prop.name === 'bind') {
      const name = boundName(prop);
      if (name === undefined) mayHaveMore = true;
      else setBound(attributes, name, prop);
    } else if (prop.name === 'show' && expressionOf(prop) === 'false') attributes.set('style', 'display: none');
    else if (prop.name === 'text' || prop.name === 'html') hasUnknownText = true;
    else if (prop.name === 'on') setHandler(attributes, prop);
    else if (!KNOWN_DIRECTIVES.has(prop.name)) mayHaveMore = true;
  }
  const element = addElement(parent, {
    name: node.tag.toLowerCase(),
    namespace: namespaceOf(node.tag, parent),
    attributes,
    mayHaveMore,
    opaque: node.tagType !== TAG || node.tag.includes('-') || node.tag === 'component',
    place: { line: node.loc.start.line, column: node.loc.start.column },
  });
  if (hasUnknownText) addText(element, null);
  for (const child of node.children) read(element, child);
}

const isSlot = (prop: AttributeNode | DirectiveNode): boolean => prop.type === DIRECTIVE && prop.name === 'slot';

/** Directives of Vue that set no attribute; one of the project may. */
const KNOWN_DIRECTIVES = new Set([
  'if',
  'else',
  'else-if',
  'for',
  'show',
  'model',
  'slot',
  'once',
  'memo',
  'pre',
  'cloak',
]);

/** A handler with one of these is about something else than the element. */
const LIMITING: ReadonlySet<string> = new Set(['self', 'stop', 'capture']);

function setHandler(attributes: Map<string, AttributeValue>, prop: DirectiveNode): void {
  const name = boundName(prop);
  if (name !== undefined && prop.exp && !prop.modifiers.some((each) => LIMITING.has(each.content)))
    attributes.set(`on${name}`, null);
}

const boundName = ({ arg }: DirectiveNode): string | undefined =>
  arg && 'isStatic' in arg && arg.isStatic ? arg.content.toLowerCase() : undefined;

const expressionOf = ({ exp }: DirectiveNode): string => (exp && 'content' in exp ? exp.content.trim() : '');

function setBound(attributes: Map<string, AttributeValue>, name: string, prop: DirectiveNode): void {
  const source = expressionOf(prop);
  const [, quoted] = /^(?:'([^'\\]*)'|`([^`\\$]*)`)$/.exec(source) ?? [];
  if (/^-?\d+$/.test(source)) attributes.set(name, source);
  else if (quoted !== undefined) attributes.set(name, quoted);
  else if (name !== 'class' && name !== 'style') attributes.set(name, null);
  else if (!attributes.has(name)) attributes.set(name, null);
}

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
  type Sheet,
  addElement,
  addText,
  addUnknownWords,
  elementsIn,
  markSince,
  markupOf,
  newRoot,
} from '../markup';
import { readNamedChanges } from './blocks';
import { boundInTemplate, resultsOfText } from './constants';
import { iconsImportedIn, isRegisteredIcon, mayNameIcon } from './icons';
import { sheetsOfComponent } from '../style/component-sheets';
import { namespaceOf } from './names';
import { cssOfText } from './style-objects';
import { addRotationOfComponent, addTimerOfComponent } from './timers';

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
  const icons = iconsImportedIn(text);
  const isAlone = template.children.filter((each) => each.type === ELEMENT && !isOtherBranch(each)).length === 1;
  for (const child of template.children) read(root, child, icons, isAlone);
  for (const each of elementsIn(root)) readNamedChanges(each.handlers as Map<string, string>, text);
  readEmptyTitle(root, text);
  addTimerOfComponent(root, text);
  addRotationOfComponent(root, text);
  return [markupOf(root, { isPage: false, isTemplate: true, sheets: file.children.flatMap(sheetsOf) })];
}

/** Plain style sheets of the component itself. A module gives its classes other names. */
function sheetsOf(node: TemplateChildNode): readonly Sheet[] {
  if (node.type !== ELEMENT || node.tag !== 'style') return [];
  if (['lang', 'module', 'src'].some((name) => hasAttribute(node, name))) return [];
  return node.children.flatMap((child) => (child.type === TEXT ? sheetsOfComponent(child.content) : []));
}

const EMPTY_TITLE = /\b(?:useHead|useSeoMeta)\(\s*\{[^{}]{0,500}?\btitle\s*:\s*(?:''|""|``)\s*[,}]/;

/** `useHead({ title: '' })` as the element that it makes. A template of titles would add words. */
function readEmptyTitle(root: MarkupElement, text: string): void {
  const found = EMPTY_TITLE.exec(text);
  if (!found || text.includes('titleTemplate')) return;
  const place = { line: text.slice(0, found.index).split('\n').length, column: 1 };
  addElement(addElement(root, { name: 'head', opaque: true, place }), { name: 'title', place });
}

const hasAttribute = ({ props }: ElementNode, name: string): boolean => props.some((prop) => prop.name === name);

/**
 * @param icons names of components that draw an icon
 * @param isRoot whether users of the component can give the element further attributes
 */
function read(parent: MarkupElement, node: TemplateChildNode, icons: ReadonlySet<string>, isRoot = false): void {
  if (node.type === TEXT) addText(parent, node.content);
  else if (node.type === INTERPOLATION) {
    const text = shownText(node.content);
    if (text === null) addUnknownWords(parent);
    else addText(parent, text);
  } else if (node.type === ELEMENT && !isNeverThere(node)) readElement(parent, node, icons, isRoot);
}

/** The text of `{{ '' }}`; null for an expression that must be run. */
function shownText(content: object): string | null {
  const [text, ...others] = resultsOfText('content' in content ? String(content.content) : '');
  return others.length > 0 || typeof text === 'boolean' || text === undefined ? null : (text ?? '');
}

/** Whether an element stands in the place of the one before it: by `v-else`. One root alone gets attributes. */
const isOtherBranch = ({ props }: ElementNode): boolean =>
  props.some((prop) => prop.type === DIRECTIVE && (prop.name === 'else' || prop.name === 'else-if'));

/** `v-if="false"` */
const isNeverThere = ({ props }: ElementNode): boolean =>
  props.some((prop) => prop.type === DIRECTIVE && prop.name === 'if' && expressionOf(prop) === 'false');

/** Links and pictures of frameworks, which are one native element each. */
const WRAPPERS: Readonly<Record<string, string>> = {
  'router-link': 'a',
  routerlink: 'a',
  'nuxt-link': 'a',
  nuxtlink: 'a',
  'nuxt-img': 'img',
  nuxtimg: 'img',
};

/** The element that a component writes by itself, unless it is told to write another one. */
function nativeOf({ tag, props }: ElementNode): string | undefined {
  const name = tag.toLowerCase();
  if (!Object.hasOwn(WRAPPERS, name)) return undefined;
  const isOther = props.some((prop) => prop.name === 'slot' || /^(?:custom|tag)$/.test(prop.name));
  return isOther ? undefined : WRAPPERS[name];
}

/** Whether a component shows a drawing and nothing that is read out. */
const isIcon = (node: ElementNode, attributes: ReadonlyMap<string, AttributeValue>, icons: ReadonlySet<string>) =>
  isRegisteredIcon(node.tag) ||
  (node.children.length === 0 && (icons.has(asPascal(node.tag)) || attributes.get('aria-hidden') === 'true'));

const asPascal = (tag: string): string => tag.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

function readElement(parent: MarkupElement, node: ElementNode, icons: ReadonlySet<string>, isRoot: boolean): void {
  if (node.tagType === TEMPLATE || (node.tag === 'template' && !node.props.some(isSlot))) {
    const before = parent.children.length;
    for (const child of node.children) read(parent, child, icons);
    const directives = node.props.filter((prop) => prop.type === DIRECTIVE).map(({ name }) => name);
    if (directives.some((each) => each === 'for')) markSince(parent, before, 'repeated');
    else if (directives.some((each) => CONDITIONS.has(each))) markSince(parent, before, 'sometimes');
    return;
  }
  const attributes = new Map<string, AttributeValue>();
  const choices = new Map<string, readonly string[]>();
  const handlers = new Map<string, string>();
  let mayHaveMore = isRoot;
  let hasUnknownText = false;
  for (const prop of node.props) {
    if (prop.type !== DIRECTIVE) {
      const name = prop.name.toLowerCase();
      const before = attributes.get(name);
      if (before === null && (name === 'class' || name === 'style')) choices.set(name, []);
      const value = (prop as AttributeNode).value?.content ?? '';
      attributes.set(name, name === 'style' && before ? `${value}; ${before}` : value);
    } else if (prop.name === 'bind') {
      const name = boundName(prop);
      if (name === 'class') handlers.set('look', expressionOf(prop));
      if (name === 'alt') handlers.set('bound alt', expressionOf(prop));
      if (name === undefined) mayHaveMore = true;
      else setBound(attributes, choices, name, prop);
    } else if (prop.name === 'show' && expressionOf(prop) === 'false') attributes.set('style', 'display: none');
    else if (prop.name === 'text' || prop.name === 'html') hasUnknownText ||= !/^(?:''|"")$/.test(expressionOf(prop));
    else if (prop.name === 'on') setHandler(attributes, handlers, prop);
    else if (DECIDES.has(prop.name)) {
      handlers.set('conditional', expressionOf(prop));
      if (prop.name === 'for') handlers.set('repeated', '');
      else if (CONDITIONS.has(prop.name)) handlers.set('sometimes', '');
    } else if (prop.name === 'model') handlers.set('model', expressionOf(prop));
    else if (!KNOWN_DIRECTIVES.has(prop.name)) mayHaveMore = true;
  }
  const isComponent =
    (node.tagType !== TAG && !OF_OLD_PAGES.has(node.tag)) || node.tag.includes('-') || node.tag === 'component';
  const drawn = isComponent && isIcon(node, attributes, icons);
  const native = drawn ? 'svg' : nativeOf(node);
  if (native === 'a' && attributes.has('to')) {
    attributes.set('href', attributes.get('to')!);
    attributes.delete('to');
  }
  const name = native ?? node.tag;
  const element = addElement(parent, {
    name: name.toLowerCase(),
    namespace: namespaceOf(name, parent),
    attributes,
    choices,
    handlers,
    mayHaveMore,
    opaque: isComponent && native === undefined,
    place: { line: node.loc.start.line, column: node.loc.start.column },
  });
  if (drawn ? mayNameIcon(attributes) : hasUnknownText) addText(element, null);
  if (!drawn) for (const child of node.children) read(element, child, icons);
}

/** Elements that HTML has given up, and browsers still show. Vue takes them for components. */
const OF_OLD_PAGES = new Set([
  'marquee',
  'blink',
  'bgsound',
  'center',
  'font',
  'big',
  'tt',
  'strike',
  'acronym',
  'nobr',
]);

const isSlot = (prop: AttributeNode | DirectiveNode): boolean => prop.type === DIRECTIVE && prop.name === 'slot';

/** Directives of Vue that set no attribute; one of the project may. */
const KNOWN_DIRECTIVES = new Set(['slot', 'once', 'memo', 'pre', 'cloak']);
/** Directives that decide whether and how often the element is there. */
const DECIDES = new Set(['if', 'else', 'else-if', 'for', 'show']);
/** Those of them that leave it out of the page. */
const CONDITIONS = new Set(['if', 'else', 'else-if']);

/** A handler with one of these is about something else than the element. */
const LIMITING: ReadonlySet<string> = new Set(['self', 'stop', 'capture']);

function setHandler(attributes: Map<string, AttributeValue>, handlers: Map<string, string>, prop: DirectiveNode): void {
  const name = boundName(prop);
  const modifiers = prop.modifiers.map(({ content }) => content);
  const isPrevented = modifiers.includes('prevent');
  if (name === undefined || !(prop.exp || isPrevented)) return;
  if (modifiers.some((each) => LIMITING.has(each))) {
    handlers.set(`limited ${name}`, expressionOf(prop));
    return;
  }
  attributes.set(`on${name}`, null);
  handlers.set(`on${name}`, `${isPrevented ? 'event.preventDefault(); ' : ''}${expressionOf(prop)}`);
}

const boundName = ({ arg }: DirectiveNode): string | undefined =>
  arg && 'isStatic' in arg && arg.isStatic ? arg.content.toLowerCase() : undefined;

const expressionOf = ({ exp }: DirectiveNode): string => (exp && 'content' in exp ? exp.content.trim() : '');

function setBound(
  attributes: Map<string, AttributeValue>,
  choices: Map<string, readonly string[]>,
  name: string,
  prop: DirectiveNode,
): void {
  const css = name === 'style' && !attributes.has(name) ? cssOfText(expressionOf(prop)) : null;
  if (css !== null) attributes.set(name, css);
  else if (name === 'class' || name === 'style') {
    if (attributes.has(name)) choices.set(name, []);
    else attributes.set(name, null);
  }
  if (name === 'class' || name === 'style') return;
  const bound = boundInTemplate(name, expressionOf(prop));
  if (bound.value !== undefined) attributes.set(name, bound.value);
  if (bound.choices.length > 0) choices.set(name, bound.choices);
}

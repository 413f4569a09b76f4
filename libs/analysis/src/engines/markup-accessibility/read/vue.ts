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
import { type Budget, newBudget } from './budget';
import { readNamedChanges } from './blocks';
import { boundInTemplate, classesOfText, resultsOfText } from './constants';
import { iconsImportedIn, isRegisteredIcon, mayNameIcon } from './icons';
import { plainSheet, sheetsOfComponent } from '../style/component-sheets';
import { addListenersOfComponent } from './component-scripts';
import { namespaceOf } from './names';
import { lineOf } from './positions';
import type { Scope } from './meaning';
import { styleByReferences } from './references';
import { spreadIn } from './spread';
import { cssOfText } from './style-objects';
import { scopeOfScript, scopesOfEntries } from './template-scope';
import { addRotationOfComponent, addTimerOfComponent } from './timers';

/** The kinds of Vue's nodes; its own enumeration does not exist at run time. */
const ELEMENT = 1;
const TEXT = 2;
const INTERPOLATION = 5;
const DIRECTIVE = 7;
const TAG = 0;
const TEMPLATE = 3;

/** A component while it is read. */
interface VueFile {
  /** Names of components that draw an icon. */
  readonly icons: ReadonlySet<string>;
  readonly scope: Scope;
  readonly budget: Budget;
}

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
  const component: VueFile = {
    icons: iconsImportedIn(text),
    scope: scopeOfComponent(file.children, template.loc.source),
    budget: newBudget(),
  };
  const isAlone = template.children.filter((each) => each.type === ELEMENT && !isOtherBranch(each)).length === 1;
  for (const child of template.children) read(root, child, component, isAlone);
  for (const each of elementsIn(root)) readNamedChanges(each.handlers as Map<string, string>, text);
  (root.handlers as Map<string, string>).set('file', text);
  readTitle(root, text);
  styleByReferences(root, text);
  addTimerOfComponent(root, text);
  addListenersOfComponent(root, text);
  addRotationOfComponent(root, text);
  return [markupOf(root, { isPage: false, isTemplate: true, sheets: file.children.flatMap(sheetsOf) })];
}

/** The names that the scripts of a component give its template. */
function scopeOfComponent(nodes: readonly TemplateChildNode[], template: string): Scope {
  const scripts = nodes.flatMap((node) => (node.type === ELEMENT && node.tag === 'script' ? [node] : []));
  const code = scripts.flatMap(({ children }) => children.flatMap((each) => (each.type === TEXT ? each.content : [])));
  return scopeOfScript(code.join('\n'), template);
}

/** Plain style sheets of the component itself. A module gives its classes other names. */
function sheetsOf(node: TemplateChildNode): readonly Sheet[] {
  if (node.type !== ELEMENT || node.tag !== 'style') return [];
  if (['module', 'src'].some((name) => hasAttribute(node, name))) return [];
  const language = node.props.find((prop): prop is AttributeNode => prop.type !== DIRECTIVE && prop.name === 'lang');
  return node.children.flatMap((child) =>
    child.type === TEXT ? sheetsOfComponent(plainSheet(child.content, language?.value?.content)) : [],
  );
}

const TITLE = /\b(?:useHead|useSeoMeta)\(\s*\{[^{}]{0,500}?\btitle\s*:\s*(['"`])((?:(?!\1)[^\\$\n])*)\1\s*[,}]/;

/** `useHead({ title: '' })` as the element that it makes. A template of titles would add words. */
function readTitle(root: MarkupElement, text: string): void {
  const found = TITLE.exec(text);
  if (!found || text.includes('titleTemplate')) return;
  const place = lineOf(text, found.index);
  const title = addElement(addElement(root, { name: 'head', opaque: true, place }), { name: 'title', place });
  if (found[2] !== '') addText(title, found[2]!);
}

const hasAttribute = ({ props }: ElementNode, name: string): boolean => props.some((prop) => prop.name === name);

/** @param isRoot whether users of the component can give the element further attributes */
function read(parent: MarkupElement, node: TemplateChildNode, file: VueFile, isRoot = false): void {
  if (node.type === TEXT) addText(parent, node.content);
  else if (node.type === INTERPOLATION) {
    const text = shownText(node.content, file.scope);
    if (text === null) addUnknownWords(parent, codeOfShown(node.content));
    else addText(parent, text);
  } else if (node.type === ELEMENT && !isNeverThere(node)) {
    const entries = scopesOfLoop(node, file);
    if (entries) for (const scope of entries) readElement(parent, node, { ...file, scope }, isRoot);
    else readElement(parent, node, file, isRoot);
  }
}

const LOOP = /^\s*(?:\(([^]*?)(?:,\s*(\w+)\s*)?\)|([^]*?))\s+(?:in|of)\s+([^]*)$/;

/** The scopes of the entries of `v-for`, where the file has them. */
function scopesOfLoop({ props }: ElementNode, { scope, budget }: VueFile): readonly Scope[] | undefined {
  const loop = props.find((prop): prop is DirectiveNode => prop.type === DIRECTIVE && prop.name === 'for');
  const [, several, position, one, list = ''] = (loop && LOOP.exec(codeOf(loop))) ?? [];
  return loop && scopesOfEntries(list, several ?? one ?? '', position, scope, budget);
}

/** The text of `{{ '' }}`; null for an expression that must be run. */
function shownText(content: object, scope: Scope): string | null {
  const [text, ...others] = resultsOfText(codeOfShown(content), scope);
  return others.length > 0 || typeof text === 'boolean' || text === undefined ? null : (text ?? '');
}

const codeOfShown = (content: object): string => ('content' in content ? String(content.content) : '');

/** Whether an element stands in the place of the one before it: by `v-else`. One root alone gets attributes. */
const isOtherBranch = ({ props }: ElementNode): boolean =>
  props.some((prop) => prop.type === DIRECTIVE && (prop.name === 'else' || prop.name === 'else-if'));

/** `v-if="false"` */
const isNeverThere = ({ props }: ElementNode): boolean =>
  props.some((prop) => prop.type === DIRECTIVE && prop.name === 'if' && codeOf(prop) === 'false');

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

/** The meaning of the attributes and directives of an element. */
interface Said {
  readonly attributes: Map<string, AttributeValue>;
  readonly choices: Map<string, readonly string[]>;
  readonly handlers: Map<string, string>;
  mayHaveMore: boolean;
  /** The text that `v-text` gives it; null for one that only a program knows. */
  text: string | null | undefined;
}

/** Components of Vue that show what is in them, and nothing else. */
const TRANSPARENT = /^(?:Transition|transition|KeepAlive|keep-alive|Suspense|suspense)$/;

function readElement(parent: MarkupElement, node: ElementNode, file: VueFile, isRoot: boolean): void {
  if (TRANSPARENT.test(node.tag)) {
    for (const child of node.children) read(parent, child, file, isRoot);
    return;
  }
  if (node.tagType === TEMPLATE || (node.tag === 'template' && !node.props.some(isSlot))) {
    const before = parent.children.length;
    for (const child of node.children) read(parent, child, file);
    const directives = node.props.filter((prop) => prop.type === DIRECTIVE).map(({ name }) => name);
    if (directives.some((each) => each === 'for')) markSince(parent, before, 'repeated');
    else if (directives.some((each) => CONDITIONS.has(each))) {
      const decides = node.props.find((prop): prop is DirectiveNode => prop.type === DIRECTIVE && prop.name === 'if');
      markSince(parent, before, 'sometimes', decides && codeOf(decides));
    }
    return;
  }
  const said: Said = {
    attributes: new Map(),
    choices: new Map(),
    handlers: new Map(isRoot ? [['outermost', '']] : []),
    mayHaveMore: isRoot,
    text: undefined,
  };
  for (const prop of node.props) {
    if (prop.type === DIRECTIVE) readDirective(said, prop, file.scope);
    else setPlain(said, prop as AttributeNode);
  }
  const { attributes } = said;
  const isComponent =
    (node.tagType !== TAG && !OF_OLD_PAGES.has(node.tag)) || node.tag.includes('-') || node.tag === 'component';
  const drawn = isComponent && isIcon(node, attributes, file.icons);
  const native = drawn ? 'svg' : nativeOf(node);
  if (native === 'a' && attributes.has('to')) {
    attributes.set('href', attributes.get('to')!);
    attributes.delete('to');
  }
  const name = native ?? node.tag;
  const place = { line: node.loc.start.line, column: node.loc.start.column };
  const element = addElement(parent, {
    name: name.toLowerCase(),
    namespace: namespaceOf(name, parent),
    attributes,
    choices: said.choices,
    handlers: said.handlers,
    mayHaveMore: said.mayHaveMore,
    opaque: isComponent && native === undefined,
    place,
    ...(file.scope.isBound && { origin: place }),
  });
  const text = drawn ? (mayNameIcon(attributes) ? null : undefined) : said.text;
  if (text !== undefined) addText(element, text);
  if (!drawn) for (const child of node.children) read(element, child, file);
}

function setPlain({ attributes, choices }: Said, prop: AttributeNode): void {
  const name = prop.name.toLowerCase();
  const before = attributes.get(name);
  if (before === null && (name === 'class' || name === 'style')) choices.set(name, []);
  const value = prop.value?.content ?? '';
  if (name === 'style' && before) attributes.set(name, `${value}; ${before}`);
  else attributes.set(name, name === 'class' && before ? `${value} ${before}` : value);
}

function readDirective(said: Said, prop: DirectiveNode, scope: Scope): void {
  const { attributes, choices, handlers } = said;
  const code = codeOf(prop);
  if (prop.name === 'bind') {
    const name = boundName(prop);
    if (name === 'class') handlers.set('look', code);
    if (name === 'alt') handlers.set('bound alt', code);
    if (name === undefined) {
      const spread = spreadIn(code, scope);
      said.mayHaveMore ||= spread === undefined;
      for (const each of spread ?? []) setBound(attributes, choices, each.name, each.code, each.scope);
    } else setBound(attributes, choices, name, code, scope);
  } else if (prop.name === 'show' && code === 'false') attributes.set('style', 'display: none');
  else if (prop.name === 'text') said.text = shownText({ content: code }, scope);
  else if (prop.name === 'html') {
    if (!/^(?:''|"")$/.test(code)) said.text = null;
  } else if (prop.name === 'on') setHandler(attributes, handlers, prop);
  else if (DECIDES.has(prop.name)) {
    handlers.set('conditional', code);
    if (prop.name === 'for') handlers.set('repeated', '');
    else if (CONDITIONS.has(prop.name)) handlers.set('sometimes', code);
  } else if (prop.name === 'model') handlers.set('model', code);
  else if (!KNOWN_DIRECTIVES.has(prop.name)) said.mayHaveMore = true;
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
/** Modifiers of a handler of keys that name no key. With `shift` the handler is about none of them alone. */
const LIMITS_NO_KEY: ReadonlySet<string> = new Set(['prevent', 'once', 'passive', 'native', 'exact']);

function setHandler(attributes: Map<string, AttributeValue>, handlers: Map<string, string>, prop: DirectiveNode): void {
  const name = boundName(prop);
  const modifiers = prop.modifiers.map(({ content }) => content);
  const isPrevented = modifiers.includes('prevent');
  if (name === undefined || !(prop.exp || isPrevented)) return;
  if (modifiers.some((each) => LIMITING.has(each))) {
    handlers.set(`limited ${name}`, codeOf(prop));
    return;
  }
  attributes.set(`on${name}`, null);
  const code = `${isPrevented ? 'event.preventDefault(); ' : ''}${codeOf(prop)}`;
  const key = name.startsWith('key') ? modifiers.find((each) => !LIMITS_NO_KEY.has(each)) : undefined;
  const known = key === 'tab' ? 'Tab' : key;
  handlers.set(`on${name}`, known === undefined ? code : `if (event.key === '${known}') { ${code} }`);
}

const boundName = ({ arg }: DirectiveNode): string | undefined =>
  arg && 'isStatic' in arg && arg.isStatic ? arg.content.toLowerCase() : undefined;

const codeOf = ({ exp }: DirectiveNode): string => (exp && 'content' in exp ? exp.content.trim() : '');

function setBound(
  attributes: Map<string, AttributeValue>,
  choices: Map<string, readonly string[]>,
  name: string,
  code: string,
  scope: Scope,
): void {
  const before = attributes.get(name);
  if (name === 'class') {
    const [classes, ...others] = classesOfText(code, scope);
    if (typeof classes === 'string' && others.length === 0) {
      if (before !== null) attributes.set(name, [before ?? '', classes].join(' ').trim());
    } else if (attributes.has(name)) choices.set(name, []);
    else attributes.set(name, null);
    return;
  }
  if (name === 'style') {
    const css = before === undefined ? cssOfText(code, scope) : null;
    if (css !== null || before === undefined) attributes.set(name, css);
    else choices.set(name, []);
    return;
  }
  const bound = boundInTemplate(name, code, scope);
  if (bound.value !== undefined) attributes.set(name, bound.value);
  if (bound.choices.length > 0) choices.set(name, bound.choices);
}

import { type AST, parse } from 'svelte/compiler';
import { Unreadable } from '../../kit/per-file';
import {
  type AttributeValue,
  type Markup,
  type MarkupElement,
  addElement,
  addText,
  addUnknownWords,
  markSince,
  markupOf,
  newRoot,
} from '../markup';
import { type Budget, newBudget } from './budget';
import { readNamedChanges } from './blocks';
import { type Result, boundTo, resultsOfText } from './constants';
import { iconsImportedIn, mayNameIcon } from './icons';
import { sheetsOfComponent } from '../style/component-sheets';
import { addListenersOfComponent } from './component-scripts';
import { namespaceOf } from './names';
import { type Positions, positionsIn } from './positions';
import { NO_SCOPE, type Scope } from './meaning';
import { styleByReferences } from './references';
import { spreadIn } from './spread';
import { scopeOfScript, scopesOfEntries } from './template-scope';
import { addRotationOfComponent, addTimerOfComponent } from './timers';

type Node = AST.Fragment['nodes'][number];

/** A component while it is read. */
interface SvelteFile {
  readonly text: string;
  readonly positions: Positions;
  /** Names of components that are imported from packages of icons. */
  readonly icons: ReadonlySet<string>;
  readonly scope: Scope;
  readonly budget: Budget;
}

/**
 * Reads the markup of a component.
 * @throws Unreadable for a component that Svelte cannot parse
 */
export function readSvelte(text: string): readonly Markup[] {
  const root = newRoot();
  const { fragment, css, instance, module } = parsed(text);
  const file: SvelteFile = {
    text,
    positions: positionsIn(text),
    icons: iconsImportedIn(text),
    scope: scopeOfComponent(text, [module, instance]),
    budget: newBudget(),
  };
  for (const node of fragment.nodes) read(root, node, file);
  (root.handlers as Map<string, string>).set('file', text);
  styleByReferences(root, text);
  addTimerOfComponent(root, text);
  addListenersOfComponent(root, text);
  addRotationOfComponent(root, text);
  const isPlain = css !== null && !css.attributes.some((each) => 'name' in each && each.name === 'lang');
  const sheets = isPlain ? sheetsOfComponent(css.content.styles) : [];
  return [markupOf(root, { isPage: false, isTemplate: true, sheets })];
}

function parsed(text: string): Pick<AST.Root, 'fragment' | 'css' | 'instance' | 'module'> {
  try {
    return parse(text, { modern: true });
  } catch (error) {
    if (error instanceof Error && error.name === 'CompileError') throw new Unreadable(error.message.split('\n')[0]!);
    throw error;
  }
}

/** The names that the scripts of a component give its markup. */
function scopeOfComponent(text: string, scripts: readonly (AST.Script | null)[]): Scope {
  let [script, markup] = ['', text];
  for (const each of scripts) {
    if (!each) continue;
    const code = text.slice(each.start, each.end);
    script += code.replace(/^<script[^>]*>|<\/script>$/g, '');
    markup = markup.replace(code, '');
  }
  return scopeOfScript(script, markup);
}

/** The code of a node. The types of the parser do not say that each has a place. */
function codeOf(node: object, { text }: SvelteFile): string {
  const { start, end } = node as { readonly start: number; readonly end: number };
  return text.slice(start, end);
}

/** Reads what a block shows. Blocks that may show nothing add something unknown, and so do those that repeat. */
function read(parent: MarkupElement, node: Node, file: SvelteFile): void {
  const readAll = (fragment: AST.Fragment | null | undefined) => {
    for (const child of fragment?.nodes ?? []) read(parent, child, file);
  };
  const readBlock = (...fragments: readonly (AST.Fragment | null | undefined)[]) => {
    for (const fragment of fragments) readAll(fragment);
    if (!fragments.every(isBlank)) addText(parent, null);
  };
  const before = parent.children.length;
  switch (node.type) {
    case 'Text':
      addText(parent, node.data);
      return;
    case 'ExpressionTag': {
      const text = shownText(resultsOf(node.expression, file));
      if (text === null) addUnknownWords(parent, codeOf(node.expression, file));
      else addText(parent, text);
      return;
    }
    case 'HtmlTag':
    case 'RenderTag':
    case 'SlotElement':
      addText(parent, null);
      return;
    case 'IfBlock':
      if (isFalse(node.test)) readAll(node.alternate);
      else {
        readAll(node.consequent);
        markSince(parent, before, 'sometimes', codeOf(node.test, file));
        readAll(node.alternate);
        markSince(parent, before, 'sometimes');
        if (!isBlank(node.consequent) || !isBlank(node.alternate)) addText(parent, null);
      }
      return;
    case 'EachBlock': {
      const entries = scopesOfBlock(node, file);
      if (entries) {
        for (const scope of entries) for (const child of node.body.nodes) read(parent, child, { ...file, scope });
        markSince(parent, before, 'repeated');
        return;
      }
      readBlock(node.body);
      markSince(parent, before, 'repeated');
      readBlock(node.fallback);
      return;
    }
    case 'AwaitBlock':
      readBlock(node.pending, node.then, node.catch);
      markSince(parent, before, 'sometimes');
      return;
    case 'KeyBlock':
      readAll(node.fragment);
      return;
    case 'SnippetBlock':
      for (const child of node.body.nodes) read(addElement(parent, unknownAt(node.start, file)), child, file);
      return;
    default:
      if ('attributes' in node && node.type !== 'SvelteOptions') readElement(parent, node, file);
  }
}

/** The scopes of the entries of `{#each}`, where the file has them. */
function scopesOfBlock({ expression, context, index }: AST.EachBlock, file: SvelteFile): readonly Scope[] | undefined {
  const pattern = context ? codeOf(context, file) : '_';
  return scopesOfEntries(codeOf(expression, file), pattern, index, file.scope, file.budget);
}

/** Whether it shows nothing: it has only spaces, comments and blocks without anything in them. */
const isBlank = (fragment: AST.Fragment | null | undefined): boolean =>
  (fragment?.nodes ?? []).every(
    (node) =>
      node.type === 'Comment' ||
      (node.type === 'Text' && node.data.trim() === '') ||
      (node.type === 'IfBlock' && isBlank(node.consequent) && isBlank(node.alternate)),
  );

const unknownAt = (offset: number, { positions }: SvelteFile) => ({
  name: 'assay-unknown',
  opaque: true,
  place: positions.at(offset),
});

/** A handler with one of these is about something else than the element. */
const LIMITING: ReadonlySet<string> = new Set(['self', 'stopPropagation', 'capture']);

function readElement(parent: MarkupElement, node: AST.ElementLike, file: SvelteFile): void {
  const attributes = new Map<string, AttributeValue>();
  const choices = new Map<string, readonly string[]>();
  const handlers = new Map<string, string>();
  let mayHaveMore = node.type === 'SvelteElement';
  let hasUnknownText = false;
  for (const attribute of node.attributes) {
    if (attribute.type === 'Attribute') {
      const name = attribute.name.toLowerCase();
      const { value, choices: all } = valueOf(attribute.value, name, file);
      const does = name.startsWith('on') ? doneBy(attribute.value, file) : undefined;
      if (name === 'alt' && attribute.value !== true) setAlternative(handlers, textOfValue(attribute.value, file));
      if (name === 'class' && attribute.value !== true) addLook(handlers, textOfValue(attribute.value, file));
      if (does !== undefined) handlers.set(name, does);
      else if (name.startsWith('on')) setNamed(handlers, name, attribute.value);
      const before = name === 'style' ? attributes.get(name) : undefined;
      if (value !== undefined) attributes.set(name, before && value !== null ? `${value}; ${before}` : value);
      if (all.length > 0) choices.set(name, all);
    } else if (attribute.type === 'SpreadAttribute') {
      const spread = spreadIn(codeOf(attribute.expression, file), file.scope);
      mayHaveMore ||= spread === undefined;
      for (const { name, code, scope } of spread ?? []) {
        const bound = boundTo(resultsOfText(code, scope), (flag) => textOfFlag(name, flag));
        if (bound.value !== undefined) attributes.set(name, bound.value);
        if (bound.choices.length > 0) choices.set(name, bound.choices);
      }
    } else if (attribute.type === 'UseDirective' || attribute.type === 'AttachTag') mayHaveMore = true;
    else if (attribute.type === 'OnDirective') {
      if (attribute.modifiers.some((each) => LIMITING.has(each))) handlers.set(`limited ${attribute.name}`, '');
      else {
        attributes.set(`on${attribute.name}`, null);
        readDirective(handlers, attribute, file);
      }
    } else if (attribute.type === 'ClassDirective') {
      choices.set('class', []);
      addLook(handlers, file.text.slice(attribute.start, attribute.end));
    } else if (attribute.type === 'StyleDirective') readStyle(attributes, choices, attribute, file);
    else if (attribute.type === 'BindDirective') {
      if (/^(?:innerHTML|textContent|innerText)$/.test(attribute.name)) hasUnknownText = true;
      else if (attribute.name !== 'this') attributes.set(attribute.name.toLowerCase(), null);
      addModel(handlers, attribute, file);
    }
  }
  readNamedChanges(handlers, file.text);
  const isIcon = node.type === 'Component' && isDrawing(node, attributes, file);
  const name = isIcon ? 'svg' : node.name;
  const element = addElement(parent, {
    name: name.toLowerCase(),
    namespace: namespaceOf(name, parent),
    attributes,
    choices,
    handlers,
    mayHaveMore,
    opaque: !isIcon && (node.type !== 'RegularElement' || /[-:]/.test(node.name)),
    place: file.positions.at(node.start),
    ...(file.scope.isBound && { origin: file.positions.at(node.start) }),
  });
  if (isIcon ? mayNameIcon(attributes) : hasUnknownText) addText(element, null);
  for (const child of node.fragment.nodes) read(element, child, file);
}

/** Keeps the name of the value that a field is bound to: `bind:value={land}`. */
const addModel = (handlers: Map<string, string>, { name, expression }: AST.BindDirective, file: SvelteFile): void => {
  if (/^(?:value|checked|group)$/.test(name)) handlers.set('model', codeOf(expression, file));
  if (name === 'this') handlers.set('ref', codeOf(expression, file));
};

/** Keeps the expression of an alternative: `alt={photo.about}`. */
const setAlternative = (handlers: Map<string, string>, code: string): void => {
  if (code !== '') handlers.set('bound alt', code.replace(/^\{|\}$/g, '').trim());
};

/** Keeps the code of the handler of `on:click={…}`, or its name. */
function readDirective(handlers: Map<string, string>, directive: AST.OnDirective, file: SvelteFile): void {
  const { name, expression, modifiers } = directive;
  const does = expression === null ? undefined : handlerOf(expression, file);
  if (modifiers.includes('preventDefault')) handlers.set(`on${name}`, `event.preventDefault(); ${does ?? ''}`);
  else if (does !== undefined) handlers.set(`on${name}`, does);
  else if (expression?.type === 'Identifier') handlers.set(`named on${name}`, expression.name);
}

/** Adds the style of `style:color="#bbb"`. */
function readStyle(
  attributes: Map<string, AttributeValue>,
  choices: Map<string, readonly string[]>,
  { name, value: written }: AST.StyleDirective,
  file: SvelteFile,
): void {
  const { value } = valueOf(written, name, file);
  const before = attributes.get('style');
  if (!value || before === null) choices.set('style', []);
  else attributes.set('style', `${before ? `${before}; ` : ''}${name}: ${value}`);
}

/** Whether a component shows a drawing and nothing that is read out. */
const isDrawing = (
  { name, fragment }: AST.ElementLike,
  attributes: ReadonlyMap<string, AttributeValue>,
  { icons }: SvelteFile,
): boolean => fragment.nodes.length === 0 && (icons.has(name) || attributes.get('aria-hidden') === 'true');

const only = (value: AttributeValue) => ({ value, choices: [] });

function valueOf(value: AST.Attribute['value'], name: string, file: SvelteFile) {
  if (value === true) return only('');
  const parts = Array.isArray(value) ? value : [value];
  const [tag, ...others] = parts;
  if (tag === undefined) return only('');
  if (others.length > 0 || tag.type === 'Text') return only(joinedParts(parts, file));
  return boundTo(resultsOf(tag.expression, file), (flag) => textOfFlag(name, flag));
}

const textOfFlag = (name: string, flag: boolean): string | undefined =>
  name.startsWith('aria-') ? String(flag) : flag ? '' : undefined;

/** The value of `a {b} c`; null where a part of it must be run. */
function joinedParts(parts: readonly (AST.Text | AST.ExpressionTag)[], file: SvelteFile): string | null {
  let joined = '';
  for (const part of parts) {
    const text = part.type === 'Text' ? part.data : shownText(resultsOf(part.expression, file));
    if (text === null) return null;
    joined += text;
  }
  return joined;
}

type Expression = AST.ExpressionTag['expression'];

/** The values of which an expression has one; undefined for what must be run. */
function resultsOf(expression: Expression, file: SvelteFile): readonly Result[] {
  if (expression.type === 'CallExpression' && file.scope === NO_SCOPE) return [undefined];
  return resultsOfText(codeOf(expression, file), file.scope);
}

const isFalse = (expression: Expression): boolean => expression.type === 'Literal' && expression.value === false;

/** The text of an expression in an element; null for one that must be run. */
function shownText([first, ...others]: readonly Result[]): string | null {
  return first === undefined || others.length > 0 ? null : String(first ?? '');
}

/** The body of a handler that stands where it is given. */
function handlerOf(expression: Expression, { text }: SvelteFile): string | undefined {
  if (expression.type !== 'ArrowFunctionExpression' && expression.type !== 'FunctionExpression') return undefined;
  const { start, end } = expression.body as typeof expression.body & { readonly start: number; readonly end: number };
  const body = text.slice(start, end);
  return expression.body.type === 'BlockStatement' ? body.slice(1, -1).trim() : body;
}

/** Keeps the code that decides which classes the element has. */
const addLook = (handlers: Map<string, string>, code: string): void => {
  if (code !== '') handlers.set('look', [handlers.get('look') ?? '', code].join(' '));
};

/** The code of the expressions in a value. */
const textOfValue = (value: Exclude<AST.Attribute['value'], true>, { text }: SvelteFile): string =>
  (Array.isArray(value) ? value : [value])
    .flatMap((part) => (part.type === 'Text' ? [] : [text.slice(part.start, part.end)]))
    .join(' ');

/** Keeps the name of a handler that stands elsewhere: `onclick={toggle}`. */
function setNamed(handlers: Map<string, string>, name: string, value: AST.Attribute['value']): void {
  const [tag] = Array.isArray(value) ? value : [value];
  const expression = typeof tag === 'object' && tag.type === 'ExpressionTag' ? tag.expression : undefined;
  if (expression?.type === 'Identifier') handlers.set(`named ${name}`, expression.name);
}

function doneBy(value: AST.Attribute['value'], file: SvelteFile): string | undefined {
  const [tag] = Array.isArray(value) ? value : [value];
  return typeof tag === 'object' && tag.type === 'ExpressionTag' ? handlerOf(tag.expression, file) : undefined;
}

import ts from 'typescript';
import {
  type AttributeValue,
  type Markup,
  type MarkupElement,
  type Sheet,
  addElement,
  addText,
  ancestorsOf,
  markupOf,
  newRoot,
} from '../markup';
import { sheetsOfComponent } from '../style/component-sheets';
import { readNamedChanges } from './blocks';
import { type Constants, type Result, boundTo, constantsIn, resultsOf } from './constants';
import { mayNameIcon } from './icons';
import { type Jsx, iconsIn, isJsx, presenceOf, shownBy, treesIn } from './jsx-trees';
import { namespaceOf } from './names';
import { type Positions, positionsIn } from './positions';
import { addRotationOfComponent, addTimerOfComponent } from './timers';
import { cssOfObject } from './style-objects';
import { addTitleOfFile, addViewportOfFile } from './viewports';
import { type Wrappers, isNativeHere, wrappersIn } from './wrappers';

/** A file while it is read. */
interface JsxFile {
  readonly source: ts.SourceFile;
  readonly positions: Positions;
  /** Names of components that are imported from packages of icons. */
  readonly icons: ReadonlySet<string>;
  readonly wrappers: Wrappers;
  readonly constants: Constants;
  /** The style sheets of the tree that is read: `<style>{`.a { … }`}</style>`. */
  readonly sheets: Sheet[];
}

/** Reads each tree of JSX in a file as a part of a page. */
export function readJsx(path: string, text: string): readonly Markup[] {
  const kind = path.endsWith('.jsx') ? ts.ScriptKind.JSX : ts.ScriptKind.TSX;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const positions = positionsIn(text);
  const trees = treesIn(source);
  const inLabels = namesInLabels(trees, source);
  const file: JsxFile = {
    source,
    positions,
    icons: iconsIn(source),
    wrappers: wrappersIn(source),
    constants: constantsIn(source),
    sheets: [],
  };
  return trees.map((tree, index) => {
    file.sheets.length = 0;
    const root = newRoot();
    const parent = inLabels.has(variableOf(tree) ?? '') ? unknownPlace(root, tree, file) : root;
    const element = readNode(parent, tree, file);
    if (element && isSlot(tree)) addText(element, null);
    if (index === 0) {
      addTimerOfComponent(root, text);
      addRotationOfComponent(root, text);
      addViewportOfFile(root, text);
      addTitleOfFile(root, text);
    }
    return markupOf(root, { isPage: false, isTemplate: true, sheets: [...file.sheets] });
  });
}

const LOGICAL: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

/** Variables that a label shows: `<label>Name {field}</label>`. */
function namesInLabels(trees: readonly Jsx[], source: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  const look = (node: ts.Node, isInLabel: boolean): void => {
    if (isInLabel && ts.isJsxExpression(node) && node.expression && ts.isIdentifier(node.expression))
      names.add(node.expression.text);
    const isLabel = ts.isJsxElement(node) && /^label$|Label$/.test(node.openingElement.tagName.getText(source));
    ts.forEachChild(node, (child) => look(child, isInLabel || isLabel));
  };
  for (const tree of trees) look(tree, false);
  return names;
}

/** The variable that gets a tree: `field = <input />`, `const field = isLong ? <textarea /> : <input />`. */
function variableOf(tree: Jsx): string | undefined {
  const { parent } = wholeValueOf(tree);
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) return parent.name.text;
  const isAssigned = ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return isAssigned && ts.isIdentifier(parent.left) ? parent.left.text : undefined;
}

/** Stands for what may be around a tree and name it. */
const unknownPlace = (parent: MarkupElement, tree: Jsx, { source, positions }: JsxFile): MarkupElement =>
  addElement(parent, { name: 'assay-unknown', opaque: true, place: positions.at(tree.getStart(source)) });

/** The outermost expression whose value a tree may be. */
function wholeValueOf(tree: Jsx): ts.Node {
  let value: ts.Node = tree;
  while (
    ts.isParenthesizedExpression(value.parent) ||
    ts.isConditionalExpression(value.parent) ||
    (ts.isBinaryExpression(value.parent) && LOGICAL.has(value.parent.operatorToken.kind))
  )
    value = value.parent;
  return value;
}

/** `{ a: <a href="/" /> }`, `{ a: url ? <a href={url} /> : null }`: the code that gets the element fills it. */
const isSlot = (tree: Jsx): boolean =>
  ts.isJsxSelfClosingElement(tree) && ts.isPropertyAssignment(wholeValueOf(tree).parent);

/** @returns the element, or undefined for a fragment */
function readNode(parent: MarkupElement, node: Jsx, file: JsxFile): MarkupElement | undefined {
  if (ts.isJsxFragment(node)) {
    readChildren(parent, node.children, file);
    return undefined;
  }
  const { source, positions } = file;
  const opening = ts.isJsxElement(node) ? node.openingElement : node;
  const written = opening.tagName.getText(source);
  const read = attributesOf(opening.attributes, file);
  const native = nativeOf(node, written, read.attributes, file);
  const isComponent = native === undefined;
  const isIcon = isComponent && ts.isJsxSelfClosingElement(node) && isPicture(written, read.attributes, file);
  const name = isIcon ? 'svg' : (native ?? written);
  readNamedChanges(read.handlers, source.text);
  if (native !== undefined && native !== written) read.handlers.set('component', written);
  const presence = presenceOf(node);
  if (presence !== undefined) read.handlers.set(presence, '');
  const to = native === 'a' ? read.attributes.get('to') : undefined;
  if (to !== undefined && !read.attributes.has('href')) read.attributes.set('href', to);
  if (native === 'a') read.attributes.delete('to');
  const element = addElement(parent, {
    name: name.toLowerCase(),
    namespace: namespaceOf(name, parent),
    attributes: read.attributes,
    choices: read.choices,
    handlers: read.handlers,
    mayHaveMore: read.mayHaveMore,
    opaque: isComponent && !isIcon,
    place: positions.at(opening.getStart(source)),
  });
  if (read.hasUnknownText || (isIcon && mayNameIcon(read.attributes))) addText(element, null);
  if (name === 'style') file.sheets.push(...sheetsIn(node, file));
  else if (ts.isJsxElement(node)) readChildren(element, node.children, file);
  for (const attribute of opening.attributes.properties)
    readWithin(element, treesIn(attribute), file, (tree) => ts.isJsxSelfClosingElement(tree));
  return element;
}

/** The style sheet that an element has as a constant text. */
function sheetsIn(node: Exclude<Jsx, ts.JsxFragment>, { constants }: JsxFile): readonly Sheet[] {
  const [only, ...others] = ts.isJsxElement(node)
    ? node.children.filter((each) => !ts.isJsxText(each) || each.text.trim() !== '')
    : [];
  const expression = others.length === 0 && only && ts.isJsxExpression(only) ? only.expression : undefined;
  const [css] = expression ? resultsOf(expression, constants) : [];
  return typeof css === 'string' ? sheetsOfComponent(css) : [];
}

/** The native element that a tag is: its own, or the one that a component of a known kind writes. */
function nativeOf(
  node: Exclude<Jsx, ts.JsxFragment>,
  written: string,
  attributes: ReadonlyMap<string, AttributeValue>,
  { wrappers, source }: JsxFile,
): string | undefined {
  if (/^[a-z][a-z0-9]*$/.test(written)) return written;
  const native = wrappers(written);
  const children = ts.isJsxElement(node) ? node.children : [];
  const holdsLink = children.some(
    (child) => ts.isJsxElement(child) && child.openingElement.tagName.getText(source) === 'a',
  );
  return native !== undefined && isNativeHere(attributes, native === 'a' && holdsLink) ? native : undefined;
}

/** Whether a component shows a drawing and nothing that is read out, unless a property gives it a title. */
const isPicture = (name: string, attributes: ReadonlyMap<string, AttributeValue>, { icons }: JsxFile): boolean =>
  attributes.get('aria-hidden') === 'true' || icons.has(name.split('.')[0]!);

function readChildren(parent: MarkupElement, children: readonly ts.JsxChild[], file: JsxFile): void {
  for (const child of children) {
    if (isJsx(child)) readNode(parent, child, file);
    else if (ts.isJsxText(child)) addText(parent, /^\s*\n\s*$/.test(child.text) ? '' : decoded(child.text));
    else if (child.expression !== undefined) readExpression(parent, child.expression, file);
  }
}

/** A label belongs to the first field in it, and of the fields of an expression a page may show any. */
function readExpression(parent: MarkupElement, expression: ts.Expression, file: JsxFile): void {
  const shownText = textShownBy(resultsOf(expression, file.constants));
  addText(parent, shownText);
  if (shownText !== null) return;
  const isInLabel = [parent, ...ancestorsOf(parent)].some((around) => around.name === 'label');
  const shown = isInLabel ? [] : shownBy(expression);
  for (const tree of shown) readNode(parent, tree, file);
  const all = isJsx(expression) ? [expression] : treesIn(expression);
  const within = all.filter((tree) => !shown.includes(tree));
  readWithin(parent, within, file);
}

/**
 * Reads trees that lie somewhere in the element. A component that gets an element as a value may put content into it:
 * `render={<button />}`.
 * @param isFilled whether that is so for a tree
 */
function readWithin(
  parent: MarkupElement,
  trees: readonly Jsx[],
  file: JsxFile,
  isFilled: (tree: Jsx) => boolean = isSlot,
): void {
  for (const tree of trees) {
    const element = readNode(unknownPlace(parent, tree, file), tree, file);
    if (element && isFilled(tree)) addText(element, null);
  }
}

/** Signs that stand for a word. Any other character counts as a letter. */
const SIGNS: Readonly<Record<string, string>> = {
  nbsp: '\u00a0',
  '#160': '\u00a0',
  '#xa0': '\u00a0',
  times: '×',
  '#215': '×',
  lt: '<',
  gt: '>',
  laquo: '«',
  raquo: '»',
  lsaquo: '‹',
  rsaquo: '›',
  larr: '←',
  rarr: '→',
  hellip: '…',
};

const decoded = (text: string): string =>
  text.replace(/&([a-z]+|#\w+);/gi, (_, name: string) => SIGNS[name.toLowerCase()] ?? 'x');

const RENAMED: Readonly<Record<string, string>> = {
  classname: 'class',
  htmlfor: 'for',
  httpequiv: 'http-equiv',
  acceptcharset: 'accept-charset',
  xmllang: 'xml:lang',
};
/** Props that put something into an element. */
const TEXTS = new Set(['children', 'dangerouslysetinnerhtml', 'innerhtml', 'textcontent']);

function attributesOf(written: ts.JsxAttributes, { source, constants }: JsxFile) {
  const attributes = new Map<string, AttributeValue>();
  const choices = new Map<string, readonly string[]>();
  const handlers = new Map<string, string>();
  let mayHaveMore = false;
  let hasUnknownText = false;
  for (const property of written.properties) {
    if (!ts.isJsxAttribute(property)) {
      mayHaveMore = true;
      continue;
    }
    const plain = property.name.getText(source).toLowerCase();
    const name = RENAMED[plain] ?? plain;
    if (name === 'class' && property.initializer && ts.isJsxExpression(property.initializer))
      handlers.set('look', property.initializer.getText(source).slice(1, -1));
    if (name === 'alt' && property.initializer && ts.isJsxExpression(property.initializer))
      handlers.set('bound alt', property.initializer.getText(source).slice(1, -1).trim());
    if (TEXTS.has(name)) hasUnknownText = true;
    else if (name.startsWith('on')) {
      attributes.set(
        name,
        property.initializer && ts.isStringLiteral(property.initializer) ? property.initializer.text : null,
      );
      const does = handlerOf(property.initializer);
      if (does !== undefined) handlers.set(name, does);
      const named = nameOfHandler(property.initializer);
      if (named !== undefined) handlers.set(`named ${name}`, named);
    } else if (name === 'style') attributes.set(name, styleOf(property.initializer, constants));
    else {
      const { value, choices: all } = valueOf(property.initializer, name, constants);
      if (value !== undefined) attributes.set(name, value);
      if (all.length > 0) choices.set(name, all);
    }
  }
  return { attributes, choices, handlers, mayHaveMore, hasUnknownText };
}

/** A style that the file says for certain, as CSS; null for another one. */
const styleOf = (initializer: ts.JsxAttribute['initializer'], constants: Constants): AttributeValue =>
  initializer && ts.isJsxExpression(initializer) && initializer.expression
    ? cssOfObject(initializer.expression, constants)
    : null;

const only = (value: AttributeValue) => ({ value, choices: [] });

function valueOf(initializer: ts.JsxAttribute['initializer'], name: string, constants: Constants) {
  // React writes `aria-hidden` alone out as a state that holds.
  if (initializer === undefined) return only(name.startsWith('aria-') ? 'true' : '');
  if (ts.isStringLiteral(initializer)) return only(initializer.text);
  if (!ts.isJsxExpression(initializer) || initializer.expression === undefined) return only(null);
  const { expression } = initializer;
  // React writes `false` out where it is the state that ARIA asks for.
  return boundTo(resultsOf(expression, constants), (flag) =>
    flag || name.startsWith('aria-') ? String(flag) : undefined,
  );
}

/** The body of a handler that stands where it is given. */
function handlerOf(initializer: ts.JsxAttribute['initializer']): string | undefined {
  const expression = initializer && ts.isJsxExpression(initializer) ? initializer.expression : undefined;
  if (!expression || !(ts.isArrowFunction(expression) || ts.isFunctionExpression(expression))) return undefined;
  const { body } = expression;
  return ts.isBlock(body) ? body.getText().slice(1, -1).trim() : body.getText();
}

/** The name of a handler that stands elsewhere: `toggle`, `this.toggle`. */
function nameOfHandler(initializer: ts.JsxAttribute['initializer']): string | undefined {
  const expression = initializer && ts.isJsxExpression(initializer) ? initializer.expression : undefined;
  return expression && (ts.isIdentifier(expression) || ts.isPropertyAccessExpression(expression))
    ? expression.getText()
    : undefined;
}

/** The text of an expression in an element; null for one that must be run. React shows no truth value. */
function textShownBy(results: readonly Result[]): string | null {
  const texts = new Set(results.map((value) => (value === undefined ? null : typeof value === 'string' ? value : '')));
  const [text] = texts;
  return texts.size === 1 && text !== undefined ? text : null;
}

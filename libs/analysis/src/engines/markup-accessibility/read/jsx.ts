import ts from 'typescript';
import {
  type AttributeValue,
  type Markup,
  type MarkupElement,
  type Place,
  type Sheet,
  addElement,
  addText,
  addUnknownWords,
  ancestorsOf,
  hasUnknownInside,
  markSince,
  markupOf,
  newRoot,
} from '../markup';
import { sheetsOfComponent } from '../style/component-sheets';
import { type Budget, newBudget } from './budget';
import { readNamedChanges } from './blocks';
import { type Result, resultsOf } from './constants';
import { scopeOfFile } from './declared';
import { mayNameIcon } from './icons';
import { attributesOf } from './jsx-attributes';
import { type Components, componentsIn, shownByUse } from './jsx-components';
import { shownIn } from './jsx-lists';
import { type Jsx, conditionOf, iconsIn, isJsx, presenceOf, treesIn } from './jsx-trees';
import { addListenersOfComponent } from './component-scripts';
import { namespaceOf } from './names';
import { type Positions, positionsIn } from './positions';
import type { Scope } from './meaning';
import { styleByReferences } from './references';
import { lastNameOf, meaningOf } from './scope';
import { addRotationOfComponent, addTimerOfComponent } from './timers';
import { addTitleOfFile, addViewportOfFile } from './viewports';
import { type Wrappers, isNativeHere, styledSheetsIn, wrappersIn } from './wrappers';

/** A file while it is read. */
interface JsxFile {
  readonly source: ts.SourceFile;
  readonly positions: Positions;
  /** Names of components that are imported from packages of icons. */
  readonly icons: ReadonlySet<string>;
  readonly wrappers: Wrappers;
  readonly components: Components;
  readonly scope: Scope;
  readonly budget: Budget;
  /** The components around what is read. */
  readonly within: readonly ts.Node[];
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
    components: componentsIn(source),
    scope: scopeOfFile(source),
    budget: newBudget(),
    within: [],
    sheets: [],
  };
  const styled = styledSheetsIn(source).flatMap(sheetsOfComponent);
  return trees.map((tree, index) => {
    file.sheets.length = 0;
    file.sheets.push(...styled);
    const root = newRoot();
    (root.handlers as Map<string, string>).set('file', text);
    const parent = inLabels.has(variableOf(tree) ?? '') ? unknownPlace(root, tree, file) : root;
    const element = readNode(parent, tree, file);
    if (element && isSlot(tree)) addText(element, null);
    if (index === 0) {
      addTimerOfComponent(root, text);
      addListenersOfComponent(root, text);
      addRotationOfComponent(root, text);
      addViewportOfFile(root, text);
      addTitleOfFile(root, text);
    }
    styleByReferences(root, text);
    const whole = wholePageIn(root);
    return whole
      ? markupOf(whole, { isPage: true, isTemplate: false, sheets: [...file.sheets], lacksSheets: true })
      : markupOf(root, { isPage: false, isTemplate: true, sheets: [...file.sheets] });
  });
}

/** The `<html>` that a tree is, where the file says all that is in it. Sheets may come from any other file. */
function wholePageIn(root: MarkupElement): MarkupElement | undefined {
  const [html, ...others] = root.children;
  if (html?.kind !== 'element' || html.name !== 'html' || html.mayHaveMore || others.length > 0) return undefined;
  if (html.opaque || hasUnknownInside(html)) return undefined;
  (html as { parent: MarkupElement | undefined }).parent = undefined;
  (html.handlers as Map<string, string>).set('file', root.handlers.get('file') ?? '');
  return html;
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

/** @returns the element, or undefined for a fragment and a component of the file */
function readNode(parent: MarkupElement, node: Jsx, file: JsxFile): MarkupElement | undefined {
  if (ts.isJsxFragment(node) || (ts.isJsxElement(node) && isTransparent(node, file))) {
    readChildren(parent, node.children, file);
    return undefined;
  }
  const { source, scope } = file;
  const opening = ts.isJsxElement(node) ? node.openingElement : node;
  const written = tagOf(opening.tagName, file);
  const read = attributesOf(opening.attributes, source, scope);
  const native = nativeOf(node, written, read.attributes, file);
  const isComponent = native === undefined;
  const isIcon = isComponent && ts.isJsxSelfClosingElement(node) && isPicture(opening.tagName, read.attributes, file);
  if (isComponent && !isIcon && readComponent(parent, node, written, file)) return undefined;
  const name = isIcon ? 'svg' : (native ?? written);
  readNamedChanges(read.handlers, source.text);
  if (native !== undefined && native !== written) read.handlers.set('component', written);
  const presence = presenceOf(node);
  if (presence !== undefined) read.handlers.set(presence, presence === 'sometimes' ? conditionOf(node) : '');
  const to = native === 'a' ? read.attributes.get('to') : undefined;
  if (to !== undefined && !read.attributes.has('href')) read.attributes.set('href', to);
  if (native === 'a') read.attributes.delete('to');
  const origin = scope.isBound && placeOf(opening, file);
  const element = addElement(parent, {
    name: name.toLowerCase(),
    namespace: namespaceOf(name, parent),
    attributes: read.attributes,
    choices: read.choices,
    handlers: read.handlers,
    mayHaveMore: read.mayHaveMore,
    opaque: isComponent && !isIcon,
    place: scope.place ?? placeOf(opening, file),
    ...(origin && { origin }),
  });
  if (read.hasUnknownText || (isIcon && mayNameIcon(read.attributes))) addText(element, null);
  if (name === 'style') file.sheets.push(...sheetsIn(node, file));
  else if (ts.isJsxElement(node)) readChildren(element, node.children, file);
  else if (read.children) readExpression(element, read.children.expression, { ...file, scope: read.children.scope });
  for (const attribute of opening.attributes.properties)
    readWithin(element, treesIn(attribute), file, (tree) => ts.isJsxSelfClosingElement(tree));
  return element;
}

const TRANSPARENT = /^(?:React\.)?(?:Fragment|StrictMode|Suspense)$|^AnimatePresence$/;

/** Whether a component shows what is in it, and nothing else. */
const isTransparent = ({ openingElement }: ts.JsxElement, { source }: JsxFile): boolean =>
  TRANSPARENT.test(openingElement.tagName.getText(source));

const NAMES_TAG = /\bconst\s+[A-Z]\w*\s*=\s*['"]/;

/** The name of a tag, or of the native element that a constant names: `const Tag = 'h2'`. */
function tagOf(tag: ts.JsxTagNameExpression, { source, scope }: JsxFile): string {
  const written = tag.getText(source);
  if (!ts.isIdentifier(tag) || !/^[A-Z]/.test(written) || !NAMES_TAG.test(source.text)) return written;
  const meaning = meaningOf(tag, scope)?.expression;
  return meaning && ts.isStringLiteralLike(meaning) ? meaning.text : written;
}

const placeOf = (node: ts.Node, { source, positions }: JsxFile): Place => positions.at(node.getStart(source));

/** Components lie in each other no deeper in most files. */
const MOST_DEPTH = 5;

/**
 * Reads what a component of the file shows in the place where it is used.
 * @returns whether that is known
 */
function readComponent(
  parent: MarkupElement,
  node: Exclude<Jsx, ts.JsxFragment>,
  written: string,
  file: JsxFile,
): boolean {
  const opening = ts.isJsxElement(node) ? node.openingElement : node;
  const component = file.components(lastNameOf(opening.tagName, file.scope) ?? written);
  if (!component || file.within.length >= MOST_DEPTH || file.within.includes(component.owner)) return false;
  if (file.budget.left <= 0) return false;
  const shown = shownByUse(node, component, file.scope, file.scope.place ?? placeOf(opening, file));
  if (!shown) return false;
  file.budget.left -= 1;
  const before = parent.children.length;
  readNode(parent, shown.tree, { ...file, scope: shown.scope, within: [...file.within, component.owner] });
  if (presenceOf(node) === 'sometimes') markSince(parent, before, 'sometimes', conditionOf(node));
  return true;
}

/** The style sheet that an element has as a constant text. */
function sheetsIn(node: Exclude<Jsx, ts.JsxFragment>, { scope }: JsxFile): readonly Sheet[] {
  const [only, ...others] = ts.isJsxElement(node)
    ? node.children.filter((each) => !ts.isJsxText(each) || each.text.trim() !== '')
    : [];
  const expression = others.length === 0 && only && ts.isJsxExpression(only) ? only.expression : undefined;
  const [css] = expression ? resultsOf(expression, scope) : [];
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
  const { parent } = node;
  const around = ts.isJsxElement(parent) ? parent.openingElement.tagName.getText(source) : '';
  const isNative =
    native !== undefined && isNativeHere(native, attributes, { holdsLink: native === 'a' && holdsLink, around });
  return isNative ? native : undefined;
}

/** Whether a component shows a drawing and nothing that is read out, unless a property gives it a title. */
function isPicture(
  tag: ts.JsxTagNameExpression,
  attributes: ReadonlyMap<string, AttributeValue>,
  { icons, scope, source }: JsxFile,
): boolean {
  if (attributes.get('aria-hidden') === 'true') return true;
  const name = tag.getText(source);
  if (icons.has(name.split('.')[0]!)) return true;
  const value = lastNameOf(tag, scope);
  return value !== undefined && value !== name && icons.has(value);
}

function readChildren(parent: MarkupElement, children: readonly ts.JsxChild[], file: JsxFile): void {
  for (const child of children) {
    if (isJsx(child)) readNode(parent, child, file);
    else if (ts.isJsxText(child)) addText(parent, /^\s*\n\s*$/.test(child.text) ? '' : decoded(child.text));
    else if (child.expression !== undefined) readExpression(parent, child.expression, file);
  }
}

/** Fields of data that hold words or numbers, and no elements: `post.title`. */
const OF_WORDS = /^(?:title|name|label|text|summary|date|price|author|message|count|email|city|amount|quantity)$/i;

const isOfWords = (expression: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(expression) &&
  OF_WORDS.test(expression.name.text) &&
  !/^(?:this\.)?props$/.test(expression.expression.getText());

/** Longer code shows elements. */
const LONGEST_SHOWN = 200;

function codeShown(expression: ts.Expression): string | undefined {
  return expression.end - expression.pos > LONGEST_SHOWN ? undefined : expression.getText();
}

/** A label belongs to the first field in it, and of the fields of an expression a page may show any. */
function readExpression(parent: MarkupElement, expression: ts.Expression, file: JsxFile): void {
  const isGiven = ts.isIdentifier(expression) || ts.isPropertyAccessExpression(expression);
  const meaning = isGiven && file.scope.isBound ? meaningOf(expression, file.scope) : undefined;
  if (meaning && isJsx(meaning.expression)) {
    readNode(parent, meaning.expression, { ...file, scope: meaning.scope });
    return;
  }
  const shownText = textShownBy(resultsOf(expression, file.scope));
  const isInLabel = [parent, ...ancestorsOf(parent)].some((around) => around.name === 'label');
  const shown = shownText !== null || isInLabel ? [] : shownIn(expression, file.scope, file.budget);
  const isWhole = shown.length > 0 && shown.every(({ isEntry }) => isEntry) && ts.isCallExpression(expression);
  if (shownText === null && isGiven && isOfWords(expression)) addUnknownWords(parent, expression.getText());
  else if (!isWhole) addText(parent, shownText, expression.pos < 0 ? undefined : codeShown(expression));
  if (shownText !== null) return;
  for (const { tree: each, scope } of shown) readNode(parent, each, { ...file, scope });
  const all = isJsx(expression) ? [expression] : treesIn(expression);
  const read = new Set(shown.map(({ tree: each }) => each));
  readWithin(
    parent,
    all.filter((each) => !read.has(each)),
    file,
  );
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

/** The text of an expression in an element; null for one that must be run. React shows no truth value. */
function textShownBy(results: readonly Result[]): string | null {
  const texts = new Set(results.map((value) => (value === undefined ? null : typeof value === 'string' ? value : '')));
  const [text] = texts;
  return texts.size === 1 && text !== undefined ? text : null;
}

import ts from 'typescript';
import {
  type AttributeValue,
  type Markup,
  type MarkupElement,
  addElement,
  addText,
  ancestorsOf,
  markupOf,
  newRoot,
} from '../markup';
import { type Jsx, iconsIn, isJsx, shownBy, treesIn } from './jsx-trees';
import { namespaceOf } from './names';
import { type Positions, positionsIn } from './positions';

/** A file while it is read. */
interface JsxFile {
  readonly source: ts.SourceFile;
  readonly positions: Positions;
  /** Names of components that are imported from packages of icons. */
  readonly icons: ReadonlySet<string>;
}

/** Properties of icons that become a title of the drawing. */
const ICON_TITLES = ['title', 'titleaccess', 'titleid', 'alt', 'label', 'role'];

/** Reads each tree of JSX in a file as a part of a page. */
export function readJsx(path: string, text: string): readonly Markup[] {
  const kind = path.endsWith('.jsx') ? ts.ScriptKind.JSX : ts.ScriptKind.TSX;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const positions = positionsIn(text);
  const trees = treesIn(source);
  const inLabels = namesInLabels(trees, source);
  const icons = iconsIn(source);
  return trees.map((tree) => {
    const root = newRoot();
    const file = { source, positions, icons };
    const parent = inLabels.has(variableOf(tree) ?? '') ? unknownPlace(root, tree, file) : root;
    const element = readNode(parent, tree, file);
    if (element && isSlot(tree)) addText(element, null);
    return markupOf(root, { isPage: false, isTemplate: true });
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
  const read = attributesOf(opening.attributes, source);
  const isComponent = !/^[a-z][a-z0-9]*$/.test(written);
  const isIcon = isComponent && ts.isJsxSelfClosingElement(node) && isPicture(written, read.attributes, file);
  const name = isIcon ? 'svg' : written;
  const element = addElement(parent, {
    name: name.toLowerCase(),
    namespace: namespaceOf(name, parent),
    attributes: read.attributes,
    mayHaveMore: read.mayHaveMore,
    opaque: isComponent && !isIcon,
    place: positions.at(opening.getStart(source)),
  });
  if (read.hasUnknownText || (isIcon && ICON_TITLES.some((title) => read.attributes.has(title))))
    addText(element, null);
  if (ts.isJsxElement(node)) readChildren(element, node.children, file);
  for (const attribute of opening.attributes.properties)
    readWithin(element, treesIn(attribute), file, (tree) => ts.isJsxSelfClosingElement(tree));
  return element;
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
  const value = constantOf(expression);
  addText(parent, value === undefined ? null : (value ?? ''));
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

const decoded = (text: string): string =>
  text.replace(/&(?:nbsp|#160|#xa0);/gi, '\u00a0').replace(/&[a-z]+;|&#\w+;/gi, 'x');

const RENAMED: Readonly<Record<string, string>> = {
  classname: 'class',
  htmlfor: 'for',
  httpequiv: 'http-equiv',
  acceptcharset: 'accept-charset',
  xmllang: 'xml:lang',
};
/** Props that put something into an element. */
const TEXTS = new Set(['children', 'dangerouslysetinnerhtml', 'innerhtml', 'textcontent']);

function attributesOf(written: ts.JsxAttributes, source: ts.SourceFile) {
  const attributes = new Map<string, AttributeValue>();
  let mayHaveMore = false;
  let hasUnknownText = false;
  for (const property of written.properties) {
    if (!ts.isJsxAttribute(property)) {
      mayHaveMore = true;
      continue;
    }
    const plain = property.name.getText(source).toLowerCase();
    const name = RENAMED[plain] ?? plain;
    if (TEXTS.has(name)) hasUnknownText = true;
    else {
      const value = valueOf(property.initializer, name);
      if (value !== undefined) attributes.set(name, name === 'style' ? hidingStyle(property.initializer) : value);
    }
  }
  return { attributes, mayHaveMore, hasUnknownText };
}

/** The one style that a file says for certain, `style={{ display: 'none' }}`, as CSS; null for another one. */
function hidingStyle(initializer: ts.JsxAttribute['initializer']): AttributeValue {
  const style = initializer && ts.isJsxExpression(initializer) ? initializer.expression : undefined;
  if (style === undefined || !ts.isObjectLiteralExpression(style)) return null;
  const isHiding = (property: ts.ObjectLiteralElementLike): boolean => {
    if (!ts.isPropertyAssignment(property) || !ts.isIdentifier(property.name)) return false;
    const value = constantOf(property.initializer);
    return property.name.text === 'display'
      ? value === 'none'
      : property.name.text === 'visibility' && value === 'hidden';
  };
  return style.properties.some(isHiding) ? 'display: none' : null;
}

/** Undefined: the attribute is not there. */
function valueOf(initializer: ts.JsxAttribute['initializer'], name: string): AttributeValue | undefined {
  // React writes `aria-hidden` alone out as a state that holds.
  if (initializer === undefined) return name.startsWith('aria-') ? 'true' : '';
  if (ts.isStringLiteral(initializer)) return initializer.text;
  if (!ts.isJsxExpression(initializer) || initializer.expression === undefined) return null;
  // React writes `false` out where it is the state that ARIA asks for.
  if (name.startsWith('aria-') && initializer.expression.kind === ts.SyntaxKind.FalseKeyword) return 'false';
  const value = constantOf(initializer.expression);
  return value === undefined ? null : (value ?? undefined);
}

/** The text of an expression that says it; null for nothing, such as `false`; undefined for one that must be run. */
function constantOf(expression: ts.Expression): string | null | undefined {
  if (ts.isParenthesizedExpression(expression)) return constantOf(expression.expression);
  if (ts.isStringLiteralLike(expression) || ts.isNumericLiteral(expression)) return expression.text;
  if (ts.isPrefixUnaryExpression(expression) && expression.operator === ts.SyntaxKind.MinusToken) {
    const inner = constantOf(expression.operand);
    return typeof inner === 'string' ? `-${inner}` : undefined;
  }
  if (expression.kind === ts.SyntaxKind.TrueKeyword) return 'true';
  if (expression.kind === ts.SyntaxKind.FalseKeyword || expression.kind === ts.SyntaxKind.NullKeyword) return null;
  return ts.isIdentifier(expression) && expression.text === 'undefined' ? null : undefined;
}

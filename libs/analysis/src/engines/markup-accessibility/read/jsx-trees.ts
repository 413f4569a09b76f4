import ts from 'typescript';
import { isOfIcons } from './icons';

export type Jsx = ts.JsxElement | ts.JsxSelfClosingElement | ts.JsxFragment;

export const isJsx = (node: ts.Node): node is Jsx =>
  ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node);

/** The outermost trees below a node. */
export function treesIn(node: ts.Node): readonly Jsx[] {
  const trees: Jsx[] = [];
  const look = (each: ts.Node): void => {
    if (isJsx(each)) trees.push(each);
    else ts.forEachChild(each, look);
  };
  ts.forEachChild(node, look);
  return trees;
}

/**
 * The trees that an expression shows where it stands: `isOpen && <p />`, `isOpen ? <p /> : null`,
 * `days.map((day) => <li />)`.
 */
export function shownBy(expression: ts.Expression): readonly Jsx[] {
  if (isJsx(expression)) return [expression];
  if (ts.isParenthesizedExpression(expression)) return shownBy(expression.expression);
  if (ts.isConditionalExpression(expression))
    return [...shownBy(expression.whenTrue), ...shownBy(expression.whenFalse)];
  if (ts.isBinaryExpression(expression))
    return expression.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken ? shownBy(expression.right) : [];
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) return [];
  const [callback] = expression.arguments;
  if (expression.expression.name.text !== 'map' || !callback || !ts.isArrowFunction(callback)) return [];
  return ts.isBlock(callback.body) ? returnedBy(callback.body) : shownBy(callback.body);
}

const DECIDING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

/** Whether `map` makes a tree for each value of a list, or a condition decides about it; the inner one counts. */
export function presenceOf(tree: Jsx): 'repeated' | 'sometimes' | undefined {
  for (let node: ts.Node = tree; ; node = node.parent) {
    const { parent } = node;
    if (ts.isConditionalExpression(parent)) return 'sometimes';
    if (ts.isBinaryExpression(parent)) return DECIDING.has(parent.operatorToken.kind) ? 'sometimes' : undefined;
    if (ts.isBlock(parent)) {
      if (parent.statements.some((each) => ts.isIfStatement(each) || ts.isSwitchStatement(each))) return 'sometimes';
    } else if (ts.isArrowFunction(parent) || ts.isFunctionExpression(parent)) {
      const call = parent.parent;
      const isMapped =
        ts.isCallExpression(call) &&
        ts.isPropertyAccessExpression(call.expression) &&
        call.expression.name.text === 'map' &&
        // Often one alone is left.
        !/\.(?:filter|slice)\(/.test(call.expression.expression.getText());
      return isMapped ? 'repeated' : undefined;
    } else if (!ts.isParenthesizedExpression(parent) && !ts.isReturnStatement(parent)) return undefined;
  }
}

/** Those that the last statement of a function returns. */
function returnedBy({ statements }: ts.Block): readonly Jsx[] {
  const last = statements.at(-1);
  return last && ts.isReturnStatement(last) && last.expression ? shownBy(last.expression) : [];
}

/** Names that a file imports from packages of icons. */
export function iconsIn({ statements }: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    if (!isOfIcons(statement.moduleSpecifier.text)) continue;
    const { name, namedBindings } = statement.importClause ?? {};
    if (name) names.add(name.text);
    if (namedBindings && ts.isNamespaceImport(namedBindings)) names.add(namedBindings.name.text);
    else if (namedBindings) for (const each of namedBindings.elements) names.add(each.name.text);
  }
  return names;
}

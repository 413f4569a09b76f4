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

/** The code of the condition by which `&&`, or a choice between two values, decides about a tree. */
export function conditionOf(tree: Jsx): string {
  let node: ts.Node = tree;
  while (ts.isParenthesizedExpression(node.parent)) node = node.parent;
  const { parent } = node;
  if (ts.isConditionalExpression(parent))
    return parent.whenTrue === node ? parent.condition.getText() : `!(${parent.condition.getText()})`;
  return ts.isBinaryExpression(parent) && parent.right === node ? parent.left.getText() : '';
}

/** The expression that the last statement of a function returns. */
export function returnedBy({ statements }: ts.Block): readonly ts.Expression[] {
  const last = statements.at(-1);
  return last && ts.isReturnStatement(last) && last.expression ? [last.expression] : [];
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

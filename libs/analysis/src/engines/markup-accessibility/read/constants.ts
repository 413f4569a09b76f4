import ts from 'typescript';

/** A value that an expression can have; null for nothing, undefined for what must be run. */
export type Result = string | boolean | null | undefined;

/** The expression that a name of a file stands for, if it is a constant. */
export type Constants = (name: string) => ts.Expression | undefined;

export const NO_CONSTANTS: Constants = () => undefined;
const MAX_DEPTH = 8;

/** The values of which an expression has one: both of `isOpen ? 'a' : 'b'`. */
export function resultsOf(
  expression: ts.Expression,
  constants: Constants = NO_CONSTANTS,
  depth = 0,
): readonly Result[] {
  if (depth > MAX_DEPTH) return [undefined];
  const inner = (each: ts.Expression) => resultsOf(each, constants, depth + 1);
  if (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression) || ts.isNonNullExpression(expression))
    return inner(expression.expression);
  if (ts.isStringLiteralLike(expression) || ts.isNumericLiteral(expression)) return [expression.text];
  if (ts.isPrefixUnaryExpression(expression) && expression.operator === ts.SyntaxKind.MinusToken)
    return inner(expression.operand).map((value) => (typeof value === 'string' ? `-${value}` : undefined));
  if (expression.kind === ts.SyntaxKind.TrueKeyword) return [true];
  if (expression.kind === ts.SyntaxKind.FalseKeyword) return [false];
  if (expression.kind === ts.SyntaxKind.NullKeyword || ts.isVoidExpression(expression)) return [null];
  if (ts.isIdentifier(expression)) {
    if (expression.text === 'undefined') return [null];
    const constant = constants(expression.text);
    return constant ? inner(constant) : [undefined];
  }
  if (ts.isConditionalExpression(expression)) {
    const truth = truthOf(inner(expression.condition));
    return [
      ...(truth === false ? [] : inner(expression.whenTrue)),
      ...(truth === true ? [] : inner(expression.whenFalse)),
    ];
  }
  return ts.isBinaryExpression(expression) ? resultsOfPair(expression, inner) : [undefined];
}

function resultsOfPair(
  { left, right, operatorToken }: ts.BinaryExpression,
  inner: (each: ts.Expression) => readonly Result[],
): readonly Result[] {
  const first = inner(left);
  switch (operatorToken.kind) {
    case ts.SyntaxKind.AmpersandAmpersandToken: {
      const truth = truthOf(first);
      return truth === undefined ? [undefined, ...inner(right)] : truth ? inner(right) : first;
    }
    case ts.SyntaxKind.BarBarToken: {
      const truth = truthOf(first);
      return truth === undefined ? [undefined, ...inner(right)] : truth ? first : inner(right);
    }
    case ts.SyntaxKind.QuestionQuestionToken:
      if (first.every((value) => value === null)) return inner(right);
      return first.some((value) => value === null || value === undefined) ? [undefined, ...inner(right)] : first;
    default:
      return [undefined];
  }
}

/** Whether a condition holds; undefined if that is not known. */
function truthOf(results: readonly Result[]): boolean | undefined {
  if (results.includes(undefined)) return undefined;
  const truths = new Set(results.map((value) => value !== '0' && Boolean(value)));
  return truths.size === 1 ? [...truths][0] : undefined;
}

/** The constants of a file whose names mean nothing else in it. */
export function constantsIn(source: ts.SourceFile): Constants {
  let known: ReadonlyMap<string, ts.Expression | undefined> | undefined;
  return (name) => (known ??= declaredIn(source)).get(name);
}

function declaredIn(source: ts.SourceFile): ReadonlyMap<string, ts.Expression | undefined> {
  const known = new Map<string, ts.Expression | undefined>();
  const look = (node: ts.Node): void => {
    const { name } = node as ts.Node & { readonly name?: ts.Node };
    if (name && ts.isIdentifier(name) && isDeclaration(node))
      known.set(name.text, known.has(name.text) ? undefined : constantOf(node));
    ts.forEachChild(node, look);
  };
  look(source);
  return known;
}

const isDeclaration = (node: ts.Node): boolean =>
  ts.isVariableDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isBindingElement(node) ||
  ts.isImportSpecifier(node) ||
  ts.isImportClause(node) ||
  ts.isNamespaceImport(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isEnumDeclaration(node);

function constantOf(node: ts.Node): ts.Expression | undefined {
  const isConstant =
    ts.isVariableDeclaration(node) &&
    ts.isVariableDeclarationList(node.parent) &&
    (node.parent.flags & ts.NodeFlags.Const) !== 0;
  return isConstant ? node.initializer : undefined;
}

/** The value of an attribute of a template that is bound to an expression. */
export interface Bound {
  /** Null: only a program knows it. Undefined: the attribute is not there. */
  readonly value: string | null | undefined;
  readonly choices: readonly string[];
}

/** The value that a framework writes for the results of an expression. */
export function boundTo(results: readonly Result[], textOfFlag: (flag: boolean) => string | null | undefined): Bound {
  const written = results.map((result) =>
    typeof result === 'boolean' ? textOfFlag(result) : result === undefined ? null : (result ?? undefined),
  );
  const values = new Set(written);
  if (values.size === 1) return { value: written[0], choices: [] };
  return { value: null, choices: [...values].filter((value): value is string => typeof value === 'string') };
}

/** Longer expressions of a template are seldom constant. */
const MAX_EXPRESSION = 200;

/** The results of an expression that a template has as a text, such as `isOpen ? 'true' : 'false'`. */
export function resultsOfText(text: string): readonly Result[] {
  if (text.length > MAX_EXPRESSION || !/['"`\d]|\b(?:true|false|null|undefined)\b/.test(text)) return [undefined];
  const { statements } = ts.createSourceFile('a.ts', `(${text})`, ts.ScriptTarget.Latest, true);
  const [statement] = statements;
  return statements.length === 1 && statement && ts.isExpressionStatement(statement)
    ? resultsOf(statement.expression)
    : [undefined];
}

/** Vue and Angular leave an attribute out that is bound to nothing, and write a state of ARIA out. */
export const boundInTemplate = (name: string, text: string): Bound =>
  boundTo(resultsOfText(text), (flag) => (name.startsWith('aria-') ? String(flag) : null));

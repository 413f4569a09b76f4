import ts from 'typescript';
import type { Meaning, Scope } from './meaning';
import { unwrapped } from './scope';

/** One declaration of a name. */
interface Declared {
  /** The node in which the name is known. */
  readonly within: ts.Node;
  readonly isVariable: boolean;
  /** The expression that it stands for at all times; undefined if a program decides that. */
  readonly value: () => ts.Expression | undefined;
}

/** The declarations and changes of names in a file. */
interface Names {
  readonly declared: ReadonlyMap<string, readonly Declared[]>;
  /** Those that are given another value somewhere, or are changed. */
  readonly changed: ReadonlySet<string>;
}

/** The names of a file. */
interface FileScope extends Scope {
  /** Whether the file gives a name another value somewhere. */
  isChanged(name: string): boolean;
}

/**
 * The names of a file, each as it is where it is used.
 * @param isChangedElsewhere whether more than the code of the file changes what a name stands for
 */
export function scopeOfFile(
  source: ts.SourceFile,
  isChangedElsewhere: (name: string) => boolean = () => false,
): FileScope {
  let known: Names | undefined;
  const names = (): Names => (known ??= namesIn(source));
  const elsewhere = new Map<string, boolean>();
  const changes = (name: string): boolean => {
    if (!elsewhere.has(name)) elsewhere.set(name, isChangedElsewhere(name));
    return elsewhere.get(name)!;
  };
  const scope: FileScope = {
    isChanged: (name) => names().changed.has(name) || changes(name),
    knows: (name) =>
      names()
        .declared.get(name)
        ?.some(({ isVariable }) => isVariable) === true,
    of(name, at) {
      const all = names().declared.get(name) ?? [];
      const found = isOf(at, source) ? innermost(all, at) : outermost(all, source);
      const expression = found && !scope.isChanged(name) ? found.value() : undefined;
      return expression && ({ expression, scope } satisfies Meaning);
    },
  };
  return scope;
}

/** Whether a node was read from the file, and not made while that was read. */
const isOf = (node: ts.Node, source: ts.SourceFile): boolean => node.parent && node.getSourceFile() === source;

/** The declaration of a name that is known nearest to a place. */
function innermost(all: readonly Declared[], at: ts.Node): Declared | undefined {
  const around = all.filter(({ within }) => within.pos <= at.pos && at.end <= within.end);
  const nearest = around.reduce<Declared | undefined>(
    (best, each) => (best === undefined || each.within.pos >= best.within.pos ? each : best),
    undefined,
  );
  const same = around.filter(({ within }) => within === nearest?.within);
  return same.length === 1 ? nearest : undefined;
}

/** The one that a template of the file sees: declared at the top, or in the `setup` of a component of Vue. */
function outermost(all: readonly Declared[], source: ts.SourceFile): Declared | undefined {
  const seen = all.filter(({ within }) => within === source || isSetup(within.parent));
  return seen.length === 1 ? seen[0] : undefined;
}

const isSetup = (node: ts.Node): boolean =>
  ts.isMethodDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === 'setup';

const CHANGING = new Set(['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill', 'set', 'update']);

function namesIn(source: ts.SourceFile): Names {
  const declared = new Map<string, Declared[]>();
  const changed = new Set<string>();
  const mentions = new Map<string, ts.Identifier[]>();
  const handed = new Set<string>();
  const look = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      if (!node.text.startsWith('set')) return;
      const known = mentions.get(node.text);
      if (known) known.push(node);
      else mentions.set(node.text, [node]);
    } else {
      const { name } = node as ts.Node & { readonly name?: ts.Node };
      if (name && ts.isIdentifier(name) && isDeclaration(node)) {
        const isVariable = ts.isVariableDeclaration(node) || ts.isBindingElement(node);
        const one = { within: homeOf(node), isVariable, value: () => valueOf(node, mentions, handed) };
        declared.set(name.text, [...(declared.get(name.text) ?? []), one]);
      }
      if (ts.isCallExpression(node))
        for (const each of node.arguments) if (ts.isIdentifier(each)) handed.add(each.text);
      const target = changedBy(node);
      if (target !== undefined) changed.add(target);
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return { declared, changed };
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

/** The block or function in which a declaration makes its name known. */
function homeOf(declaration: ts.Node): ts.Node {
  for (let node = declaration.parent; node.parent; node = node.parent)
    if (
      ts.isFunctionLike(node) ||
      ts.isBlock(node) ||
      ts.isModuleBlock(node) ||
      ts.isCaseBlock(node) ||
      ts.isForStatement(node) ||
      ts.isForOfStatement(node) ||
      ts.isForInStatement(node) ||
      ts.isCatchClause(node)
    )
      return node;
  return declaration.getSourceFile();
}

/** The name of what a statement gives another value: `a = 1`, `a.b = 1`, `a[0]++`, `a.push(1)`, `delete a.b`. */
function changedBy(node: ts.Node): string | undefined {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
      ? rootOf(node.left)
      : undefined;
  }
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
    return node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken
      ? rootOf(node.operand)
      : undefined;
  if (ts.isDeleteExpression(node)) return rootOf(node.expression);
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { expression, name } = node.expression;
  if (name.text === 'assign' && node.arguments[0]) return rootOf(node.arguments[0]);
  return CHANGING.has(name.text) ? rootOf(expression) : undefined;
}

/** The variable of `a.b[0]`, and the property of `this.a.b`. */
function rootOf(written: ts.Expression): string | undefined {
  let node = unwrapped(written);
  while (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    const inner = unwrapped(node.expression);
    if (inner.kind === ts.SyntaxKind.ThisKeyword && ts.isPropertyAccessExpression(node)) return node.name.text;
    node = inner;
  }
  return ts.isIdentifier(node) ? node.text : undefined;
}

/** @param handed names that calls get, which may change what is kept under them */
function valueOf(
  node: ts.Node,
  mentions: ReadonlyMap<string, readonly ts.Identifier[]>,
  handed: ReadonlySet<string>,
): ts.Expression | undefined {
  if (ts.isVariableDeclaration(node)) {
    const isGiven =
      !(node.parent.flags & ts.NodeFlags.Const) &&
      ts.isVariableStatement(node.parent.parent) &&
      node.parent.parent.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!node.initializer || isGiven) return undefined;
    const held = heldBy(node.initializer);
    return held !== node.initializer && ts.isIdentifier(node.name) && handed.has(node.name.text) ? undefined : held;
  }
  return ts.isBindingElement(node) ? stateOf(node, mentions) : undefined;
}

/** Functions that keep the value which they are given. */
const KEEPING = /^(?:ref|shallowRef|reactive|readonly|signal|\$state|\$state\.raw|\$derived|Object\.freeze)$/;
/** Functions that keep what a function gives. */
const ASKING = /^(?:useMemo|React\.useMemo|computed|\$derived\.by)$/;

/** The value that `useMemo(() => [...], [])`, `ref('Tea')` and their like hold. */
export function heldBy(initializer: ts.Expression): ts.Expression | undefined {
  const call = unwrapped(initializer);
  if (!ts.isCallExpression(call)) return initializer;
  const called = textOf(call.expression);
  const [given] = call.arguments;
  if (KEEPING.test(called)) return given && heldBy(given);
  if (!ASKING.test(called)) return initializer;
  if (!given || !ts.isArrowFunction(given)) return undefined;
  if (!ts.isBlock(given.body)) return given.body;
  const [only, ...others] = given.body.statements;
  return only && ts.isReturnStatement(only) && others.length === 0 ? only.expression : undefined;
}

const textOf = (node: ts.Expression): string =>
  ts.isIdentifier(node)
    ? node.text
    : ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)
      ? `${node.expression.text}.${node.name.text}`
      : '';

/** Stands for what nobody knows. */
const unknown = (): ts.Expression => ts.factory.createIdentifier('');

/**
 * The state of `const [name, setName] = useState('Tea')`: the first value, and those that are set, where each of them
 * is written out.
 */
function stateOf(
  element: ts.BindingElement,
  mentions: ReadonlyMap<string, readonly ts.Identifier[]>,
): ts.Expression | undefined {
  const pattern = element.parent;
  const declaration = pattern.parent;
  if (!ts.isArrayBindingPattern(pattern) || !ts.isVariableDeclaration(declaration)) return undefined;
  const call = declaration.initializer && unwrapped(declaration.initializer);
  if (!call || !ts.isCallExpression(call) || !/^(?:React\.)?useState$/.test(textOf(call.expression))) return undefined;
  const [first] = call.arguments;
  if (pattern.elements[0] !== element || !first || ts.isFunctionLike(first)) return undefined;
  const [, setter] = pattern.elements;
  if (!setter) return first;
  if (!ts.isBindingElement(setter) || !ts.isIdentifier(setter.name)) return undefined;
  const setterName = setter.name;
  const uses = (mentions.get(setterName.text) ?? []).filter((each) => each !== setterName);
  const values = uses.map((use) => setBy(use));
  if (values.includes(undefined)) return undefined;
  return values.reduce<ts.Expression>((all, value) => eitherOf(all, value!), first);
}

const eitherOf = (one: ts.Expression, other: ts.Expression): ts.Expression =>
  ts.factory.createConditionalExpression(unknown(), undefined, one, undefined, other);

/** The value that a use of a setter gives the state; undefined for one that must be run. */
function setBy(use: ts.Identifier): ts.Expression | undefined {
  const call = use.parent;
  if (!ts.isCallExpression(call) || call.expression !== use) return undefined;
  const [given] = call.arguments;
  const value = given && ts.isArrowFunction(given) && !ts.isBlock(given.body) ? unwrapped(given.body) : given;
  if (!value) return undefined;
  const isFlipped = ts.isPrefixUnaryExpression(value) && value.operator === ts.SyntaxKind.ExclamationToken;
  return isFlipped ? eitherOf(ts.factory.createTrue(), ts.factory.createFalse()) : value;
}

import ts from 'typescript';
import { resultsOf } from './constants';
import { scopeOfFile } from './declared';
import type { Scope } from './meaning';
import { unwrapped } from './scope';

/** A part of the markup that an expression gives. */
export type Piece =
  /** @property at where the file has it; each character one place further if it is written as it reads */
  | { readonly kind: 'text'; readonly text: string; readonly at: number; readonly isPlain: boolean }
  | { readonly kind: 'unknown'; readonly at: number }
  /** One of several, each with all of its pieces. */
  | { readonly kind: 'either'; readonly branches: readonly (readonly Piece[])[]; readonly at: number }
  /** For each entry of a list. */
  | { readonly kind: 'repeated'; readonly pieces: readonly Piece[] };

/** Values lie in each other no deeper in most scripts. */
const MAX_DEPTH = 24;
/** More pieces are of a program. */
const MAX_PIECES = 4_000;

/** Names of tags by which libraries read templates: those of Lit, htm and their like. */
export const TAGS_OF_MARKUP = /^(?:html|svg|htm|hbs|markup)$/;
/** Functions that give the markup which they get. */
const GIVES_BACK = /^(?:unsafeHTML|unsafeSVG|safeHtml|raw|trustedHTML|trustAsHtml|createHTML|String|dedent|outdent)$/;

type Callable = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction | ts.MethodDeclaration;

/** The values of names in the code of a script. */
export class ScriptValues {
  readonly scope: Scope;
  private readonly variables = new Map<string, ts.VariableDeclaration[]>();
  private readonly writes = new Map<string, ts.BinaryExpression[]>();
  private readonly pushes = new Map<string, ts.CallExpression[]>();
  private readonly callables = new Map<string, Callable[]>();
  /** Functions and variables whose markup was read in one place: that of another is the same. */
  private readonly read = new Set<ts.Node>();
  private pieces = 0;

  constructor(readonly source: ts.SourceFile) {
    this.scope = scopeOfFile(source);
    const look = (node: ts.Node): void => {
      this.note(node);
      ts.forEachChild(node, look);
    };
    look(source);
  }

  private note(node: ts.Node): void {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      add(this.variables, node.name.text, node);
      if (node.initializer && isCallable(node.initializer)) add(this.callables, node.name.text, node.initializer);
    } else if ((ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.name)
      add(this.callables, node.name.getText(this.source), node);
    else if (
      (ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node)) &&
      node.initializer &&
      isCallable(node.initializer)
    )
      add(this.callables, node.name.getText(this.source), node.initializer);
    else if (isWrite(node)) add(this.writes, (node.left as ts.Identifier).text, node);
    else if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'push' &&
      ts.isIdentifier(node.expression.expression)
    )
      add(this.pushes, node.expression.expression.text, node);
  }

  /** Whether the markup of a template was read as a part of another. */
  wasRead(node: ts.Node): boolean {
    return this.read.has(node);
  }

  /** The pieces of the markup that an expression gives. */
  piecesOf(written: ts.Expression, depth = 0): readonly Piece[] {
    const expression = unwrapped(written);
    const at = expression.getStart(this.source);
    const unknown: readonly Piece[] = [{ kind: 'unknown', at }];
    if (depth > MAX_DEPTH || (this.pieces += 1) > MAX_PIECES) return unknown;
    const inner = (each: ts.Expression): readonly Piece[] => this.piecesOf(each, depth + 1);
    if (ts.isStringLiteralLike(expression)) return [this.pieceOf(expression, expression.text)];
    if (ts.isTemplateExpression(expression)) return this.ofTemplate(expression, inner);
    if (ts.isTaggedTemplateExpression(expression)) return this.ofTagged(expression, inner) ?? unknown;
    if (ts.isBinaryExpression(expression)) return this.ofPair(expression, inner) ?? unknown;
    if (ts.isConditionalExpression(expression))
      return [{ kind: 'either', at, branches: [inner(expression.whenTrue), inner(expression.whenFalse)] }];
    if (ts.isArrayLiteralExpression(expression)) return joined(expression.elements.map(inner), ',', at);
    if (ts.isCallExpression(expression)) return this.ofCall(expression, depth) ?? this.constantOf(expression, at);
    if (ts.isIdentifier(expression)) return this.ofName(expression, depth) ?? this.constantOf(expression, at);
    return this.constantOf(expression, at);
  }

  private constantOf(expression: ts.Expression, at: number): readonly Piece[] {
    const [only, ...others] = resultsOf(expression, this.scope);
    return typeof only === 'string' && others.length === 0
      ? [{ kind: 'text', text: only, at, isPlain: false }]
      : [{ kind: 'unknown', at }];
  }

  private pieceOf(node: ts.LiteralLikeNode, text: string): Piece {
    const begin = node.getStart(this.source) + 1;
    const isPlain = this.source.text.startsWith(text, begin);
    return { kind: 'text', text, at: isPlain ? begin : node.getStart(this.source), isPlain };
  }

  private ofTemplate(
    { head, templateSpans }: ts.TemplateExpression,
    inner: (each: ts.Expression) => readonly Piece[],
  ): readonly Piece[] {
    return [
      this.pieceOf(head, head.text),
      ...templateSpans.flatMap(({ expression, literal }) => [
        ...inner(expression),
        this.pieceOf(literal, literal.text),
      ]),
    ];
  }

  private ofTagged(
    { tag, template }: ts.TaggedTemplateExpression,
    inner: (each: ts.Expression) => readonly Piece[],
  ): readonly Piece[] | undefined {
    if (!TAGS_OF_MARKUP.test(tag.getText(this.source)) && tag.getText(this.source) !== 'String.raw') return undefined;
    if (this.read.has(template)) return undefined;
    this.read.add(template);
    return ts.isTemplateExpression(template)
      ? this.ofTemplate(template, inner)
      : [this.pieceOf(template, template.text)];
  }

  private ofPair(
    { left, right, operatorToken: { kind } }: ts.BinaryExpression,
    inner: (each: ts.Expression) => readonly Piece[],
  ): readonly Piece[] | undefined {
    if (kind === ts.SyntaxKind.PlusToken) return [...inner(left), ...inner(right)];
    const at = left.getStart(this.source);
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return [{ kind: 'either', at, branches: [inner(right), []] }];
    if (kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken)
      return [{ kind: 'either', at, branches: [inner(left), inner(right)] }];
    return undefined;
  }

  private ofCall(call: ts.CallExpression, depth: number): readonly Piece[] | undefined {
    const called = unwrapped(call.expression);
    const [first] = call.arguments;
    const inner = (each: ts.Expression): readonly Piece[] => this.piecesOf(each, depth + 1);
    if (ts.isIdentifier(called)) {
      if (GIVES_BACK.test(called.text)) return first && inner(first);
      return this.ofFunction(called.text, depth);
    }
    if (!ts.isPropertyAccessExpression(called)) return undefined;
    const whole = unwrapped(called.expression);
    switch (called.name.text) {
      case 'trim':
      case 'trimStart':
      case 'toString':
      case 'flat':
      case 'reverse':
        return inner(whole);
      case 'join':
        return this.ofJoin(whole, first, depth);
      case 'map':
      case 'flatMap':
        return first && isCallable(first) ? [{ kind: 'repeated', pieces: this.returnedBy(first, depth) }] : undefined;
      case 'concat':
        return [...inner(whole), ...call.arguments.flatMap(inner)];
      case 'raw':
      case 'createHTML':
      case 'sanitize':
        return first && inner(first);
      default:
        return this.ofFunction(called.name.text, depth);
    }
  }

  private ofJoin(whole: ts.Expression, separator: ts.Expression | undefined, depth: number): readonly Piece[] {
    const between = separator && ts.isStringLiteralLike(separator) ? separator.text : separator ? ' ' : ',';
    const at = whole.getStart(this.source);
    if (ts.isArrayLiteralExpression(whole))
      return joined(
        whole.elements.map((each) => this.piecesOf(each, depth + 1)),
        between,
        at,
      );
    return this.piecesOf(whole, depth + 1);
  }

  /** The markup that a function of the script returns, if there is one of its name. */
  private ofFunction(name: string, depth: number): readonly Piece[] | undefined {
    const [only, ...others] = this.callables.get(name) ?? [];
    return only && others.length === 0 ? this.returnedBy(only, depth) : undefined;
  }

  private returnedBy(callable: Callable, depth: number): readonly Piece[] {
    const at = callable.getStart(this.source);
    if (this.read.has(callable)) return [{ kind: 'unknown', at }];
    const results = resultsReturned(callable);
    if (results.length === 0) return [{ kind: 'unknown', at }];
    this.read.add(callable);
    const [only, ...others] = results;
    if (others.length === 0) return this.piecesOf(only!, depth + 1);
    return [{ kind: 'either', at, branches: results.map((each) => this.piecesOf(each, depth + 1)) }];
  }

  /** The markup that a variable has where it is used: all that was written to it before, one after the other. */
  private ofName(name: ts.Identifier, depth: number): readonly Piece[] | undefined {
    const declaration = this.declarationOf(name);
    if (!declaration || this.read.has(declaration)) return undefined;
    const home = homeOf(declaration);
    const isOwn = (node: ts.Node): boolean =>
      node.pos > declaration.pos &&
      node.end <= home.end &&
      (node.end <= name.pos || loopAround(node, home) !== undefined) &&
      this.declarationOf(node, name.text) === declaration;
    const writes = (this.writes.get(name.text) ?? []).filter(isOwn);
    const pushes = (this.pushes.get(name.text) ?? []).filter(isOwn);
    if (!declaration.initializer && writes.length === 0) return undefined;
    this.read.add(declaration);
    const pieces: Piece[] = declaration.initializer ? [...this.piecesOf(declaration.initializer, depth + 1)] : [];
    for (const each of [...writes, ...pushes].sort((one, other) => one.pos - other.pos)) {
      const isSet = ts.isBinaryExpression(each) && each.operatorToken.kind === ts.SyntaxKind.EqualsToken;
      const values = ts.isBinaryExpression(each) ? [each.right] : [...each.arguments];
      const added = values.flatMap((value) => this.piecesOf(value, depth + 1));
      const around = loopAround(each, home);
      if (isSet && around === undefined && !mentions(each.right, name.text)) pieces.length = 0;
      const at = each.getStart(this.source);
      if (around === 'repeated') pieces.push({ kind: 'repeated', pieces: added });
      else if (around === 'sometimes') pieces.push({ kind: 'either', at, branches: [added, []] });
      else pieces.push(...added);
    }
    return pieces;
  }

  private declarationOf(at: ts.Node, name = (at as ts.Identifier).text): ts.VariableDeclaration | undefined {
    let best: ts.VariableDeclaration | undefined;
    for (const each of this.variables.get(name) ?? []) {
      const home = homeOf(each);
      const isAround = home.pos <= at.pos && at.end <= home.end;
      if (isAround && (!best || home.pos >= homeOf(best).pos)) best = each;
    }
    for (let node: ts.Node | undefined = at.parent; node && best && node !== homeOf(best); node = node.parent)
      if (ts.isFunctionLike(node) && node.parameters.some((each) => each.name.getText(this.source) === name))
        return undefined;
    return best;
  }

  /** The variable of a script that a name means where it stands. */
  variableOf(name: ts.Identifier): ts.VariableDeclaration | undefined {
    return this.declarationOf(name);
  }
}

const add = <T>(map: Map<string, T[]>, key: string, value: T): void => {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
};

const isCallable = (node: ts.Node): node is Callable => ts.isArrowFunction(node) || ts.isFunctionExpression(node);

const isWrite = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) &&
  (node.operatorToken.kind === ts.SyntaxKind.EqualsToken ||
    node.operatorToken.kind === ts.SyntaxKind.PlusEqualsToken) &&
  ts.isIdentifier(node.left);

const mentions = (node: ts.Node, name: string): boolean =>
  (ts.isIdentifier(node) && node.text === name) ||
  ts.forEachChild(node, (each) => mentions(each, name) || undefined) === true;

/** The block, function or file in which a variable is known. */
export function homeOf(declaration: ts.Node): ts.Node {
  const isLet = ts.isVariableDeclarationList(declaration.parent) && declaration.parent.flags & ts.NodeFlags.BlockScoped;
  for (let node = declaration.parent; node.parent; node = node.parent)
    if (ts.isFunctionLike(node) || (isLet && (ts.isBlock(node) || ts.isIterationStatement(node, false)))) return node;
  return declaration.getSourceFile();
}

/** Whether a loop or a condition stands around a statement, between it and the block of a variable. */
export function loopAround(statement: ts.Node, home: ts.Node): 'repeated' | 'sometimes' | undefined {
  let found: 'repeated' | 'sometimes' | undefined;
  for (let node = statement.parent; node && node !== home; node = node.parent) {
    if (ts.isIterationStatement(node, false) || ts.isFunctionLike(node)) return 'repeated';
    if (ts.isIfStatement(node) || ts.isCaseOrDefaultClause(node) || ts.isConditionalExpression(node))
      found = 'sometimes';
  }
  return found;
}

/** The expressions that a function gives back, without those of functions in it. */
function resultsReturned({ body }: Callable): readonly ts.Expression[] {
  if (!body) return [];
  if (!ts.isBlock(body)) return [body];
  const found: ts.Expression[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isReturnStatement(node)) found.push(...(node.expression ? [node.expression] : []));
    else if (!ts.isFunctionLike(node)) ts.forEachChild(node, look);
  };
  look(body);
  return found;
}

function joined(parts: readonly (readonly Piece[])[], between: string, at: number): readonly Piece[] {
  const gap: Piece = { kind: 'text', text: between, at, isPlain: false };
  return parts.flatMap((part, index) => (index === 0 || between === '' ? part : [gap, ...part]));
}

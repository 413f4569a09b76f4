import * as ts from 'typescript';
import { Unreadable } from './per-file';
import { firstSyntaxError } from './first-syntax-error';

/** A JSON value with the line of the value or its key, counted from 1. */
export type PositionedJson =
  | { readonly kind: 'object'; readonly line: number; readonly members: ReadonlyMap<string, PositionedJson> }
  | { readonly kind: 'array'; readonly line: number; readonly items: readonly PositionedJson[] }
  | { readonly kind: 'scalar'; readonly line: number; readonly value: string | number | boolean | null };

/** The JSON of a real manifest has only a few levels. */
const DEEPEST = 100;

/**
 * Reads JSON, comments and trailing commas allowed. A repeated key keeps its last value, as in JSON.parse.
 * @throws Unreadable if the text is not JSON
 */
export function parsePositionedJson(text: string): PositionedJson {
  if (depthOf(text) > DEEPEST) throw new Unreadable(`nested more than ${DEEPEST} levels deep`);
  const file = ts.parseJsonText('manifest.json', text);
  const [statement] = file.statements;
  const problem = firstSyntaxError(file);
  if (problem || !statement) throw new Unreadable(`no JSON: line ${problem ? lineAt(file, problem.start) : 1}`);
  return valueOf(statement.expression, file);
}

function valueOf(node: ts.Expression, file: ts.SourceFile, line = lineAt(file, node.getStart(file))): PositionedJson {
  if (ts.isObjectLiteralExpression(node)) {
    const members = new Map<string, PositionedJson>();
    for (const property of node.properties) {
      if (!ts.isPropertyAssignment(property) || !ts.isStringLiteral(property.name))
        throw new Unreadable(`no JSON: line ${lineAt(file, property.getStart(file))}`);
      members.set(property.name.text, valueOf(property.initializer, file, lineAt(file, property.getStart(file))));
    }
    return { kind: 'object', line, members };
  }
  if (ts.isArrayLiteralExpression(node))
    return { kind: 'array', line, items: node.elements.map((element) => valueOf(element, file)) };
  return { kind: 'scalar', line, value: scalarOf(node, file) };
}

function scalarOf(node: ts.Expression, file: ts.SourceFile): string | number | boolean | null {
  if (ts.isStringLiteral(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (
    ts.isPrefixUnaryExpression(node) &&
    node.operator === ts.SyntaxKind.MinusToken &&
    ts.isNumericLiteral(node.operand)
  )
    return -Number(node.operand.text);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (node.kind === ts.SyntaxKind.NullKeyword) return null;
  throw new Unreadable(`no JSON: line ${lineAt(file, node.getStart(file))}`);
}

const lineAt = (file: ts.SourceFile, position: number): number => file.getLineAndCharacterOfPosition(position).line + 1;

/** The nesting depth of brackets outside strings. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\\n]|\\.)*"|[[\]{}]/g)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, (depth += 1));
    else if (token === ']' || token === '}') depth -= 1;
  }
  return deepest;
}

export const memberOf = (json: PositionedJson | undefined, key: string): PositionedJson | undefined =>
  json?.kind === 'object' ? json.members.get(key) : undefined;

export const membersOf = (json: PositionedJson | undefined): [string, PositionedJson][] =>
  json?.kind === 'object' ? [...json.members] : [];

export const stringOf = (json: PositionedJson | undefined): string | undefined =>
  json?.kind === 'scalar' && typeof json.value === 'string' ? json.value : undefined;

/** The line at a path of keys and indexes, or of the last step of the path that exists. */
export function lineOfPath(json: PositionedJson, path: readonly string[]): number {
  const [key, ...rest] = path;
  const next = key === undefined ? undefined : json.kind === 'array' ? json.items[Number(key)] : memberOf(json, key);
  return next === undefined ? json.line : lineOfPath(next, rest);
}

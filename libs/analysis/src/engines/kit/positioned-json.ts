import type ts from 'typescript';
import { firstSyntaxError } from './first-syntax-error';
import { Unreadable } from './per-file';

/** A JSON value with the line of the value or its key, counted from 1. */
export type PositionedJson =
  | { readonly kind: 'object'; readonly line: number; readonly members: ReadonlyMap<string, PositionedJson> }
  | { readonly kind: 'array'; readonly line: number; readonly items: readonly PositionedJson[] }
  | { readonly kind: 'scalar'; readonly line: number; readonly value: string | number | boolean | null };

/** The JSON of a real manifest has only a few levels. */
const DEEPEST = 100;

type Typescript = typeof ts;

/**
 * Reads JSON, comments and trailing commas allowed. A repeated key keeps its last value, as in JSON.parse.
 * @throws Unreadable if the text is not JSON
 */
export function parsePositionedJson(text: string): PositionedJson {
  if (depthOf(text) > DEEPEST) throw new Unreadable(`nested more than ${DEEPEST} levels deep`);
  return isStrict(text) ? strictJson(text) : lenientJson(text, require('typescript') as Typescript);
}

function isStrict(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // it may have comments, or it is broken, which is then said with its line
  }
}

/** A token of a text that is JSON. Between two of them are spaces, commas and colons. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]|[^\s",:[\]{}]+/g;
const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/g;

/**
 * Reads what JSON.parse accepts, which is nearly every manifest. To load TypeScript for it took three engines of each
 * scan a fifth of a second of processor time.
 */
function strictJson(text: string): PositionedJson {
  const tokens = text.matchAll(TOKEN);
  const breaks = text.matchAll(LINE_BREAK);
  let nextBreak = breaks.next();
  let line = 1;
  const next = (): string => {
    const { 0: token, index } = tokens.next().value!;
    for (; !nextBreak.done && nextBreak.value.index < index; nextBreak = breaks.next()) line += 1;
    return token;
  };
  const value = (token: string, at: number): PositionedJson => {
    if (token === '{') {
      const members = new Map<string, PositionedJson>();
      for (let key = next(); key !== '}'; key = next()) {
        const keyLine = line;
        members.set(JSON.parse(key) as string, value(next(), keyLine));
      }
      return { kind: 'object', line: at, members };
    }
    if (token === '[') {
      const items: PositionedJson[] = [];
      for (let item = next(); item !== ']'; item = next()) items.push(value(item, line));
      return { kind: 'array', line: at, items };
    }
    return { kind: 'scalar', line: at, value: JSON.parse(token) as string | number | boolean | null };
  };
  return value(next(), line);
}

function lenientJson(text: string, ts: Typescript): PositionedJson {
  const file = ts.parseJsonText('manifest.json', text);
  const [statement] = file.statements;
  const problem = firstSyntaxError(file);
  if (problem || !statement) throw new Unreadable(`no JSON: line ${problem ? lineAt(file, problem.start) : 1}`);
  return valueOf(statement.expression, file, ts);
}

function valueOf(
  node: ts.Expression,
  file: ts.SourceFile,
  ts: Typescript,
  line = lineAt(file, node.getStart(file)),
): PositionedJson {
  if (ts.isObjectLiteralExpression(node)) {
    const members = new Map<string, PositionedJson>();
    for (const property of node.properties) {
      if (!ts.isPropertyAssignment(property) || !ts.isStringLiteral(property.name))
        throw new Unreadable(`no JSON: line ${lineAt(file, property.getStart(file))}`);
      const at = lineAt(file, property.getStart(file));
      members.set(property.name.text, valueOf(property.initializer, file, ts, at));
    }
    return { kind: 'object', line, members };
  }
  if (ts.isArrayLiteralExpression(node))
    return { kind: 'array', line, items: node.elements.map((element) => valueOf(element, file, ts)) };
  return { kind: 'scalar', line, value: scalarOf(node, file, ts) };
}

function scalarOf(node: ts.Expression, file: ts.SourceFile, ts: Typescript): string | number | boolean | null {
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

import * as ts from 'typescript';
import { firstSyntaxError } from '../kit/first-syntax-error';

export interface RegexLiteral {
  readonly source: string;
  readonly flags: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

interface Extracted {
  readonly literals: readonly RegexLiteral[];
  /** The line of the first syntax error. */
  readonly syntaxError: number | undefined;
}

/**
 * Finds the regular expressions of a JavaScript or TypeScript file that are known without running it: literals, and
 * `RegExp` with constant strings.
 * @throws RangeError when the code is nested deeper than the parser's stack
 */
export function extractRegexes(path: string, text: string): Extracted {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, scriptKind(path));
  const literals: RegexLiteral[] = [];
  const visit = (node: ts.Node): void => {
    const regex = regexOf(node);
    if (regex) {
      const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
      literals.push({ ...regex, line: line + 1, column: character + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { literals, syntaxError: firstWrongLine(file) };
}

function regexOf(node: ts.Node): { source: string; flags: string } | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  if (
    !(ts.isNewExpression(node) || ts.isCallExpression(node)) ||
    !ts.isIdentifier(node.expression) ||
    node.expression.text !== 'RegExp'
  )
    return undefined;
  const [source, flags] = node.arguments ?? [];
  if (!source || !ts.isStringLiteralLike(source)) return undefined;
  return { source: source.text, flags: flags && ts.isStringLiteralLike(flags) ? flags.text : '' };
}

/** `.js` may contain JSX. In `.ts` the same characters are a type assertion. */
function scriptKind(path: string): ts.ScriptKind {
  if (/\.[cm]?ts$/.test(path)) return ts.ScriptKind.TS;
  return path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.JSX;
}

function firstWrongLine(file: ts.SourceFile): number | undefined {
  const first = firstSyntaxError(file);
  return first && file.getLineAndCharacterOfPosition(first.start).line + 1;
}

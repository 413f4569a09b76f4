export interface Token {
  readonly kind: 'word' | 'string' | 'symbol';
  /** A word in capital letters, a text without its quotes, or an unchanged symbol. */
  readonly text: string;
  readonly line: number;
}

export interface Statement {
  readonly text: string;
  readonly line: number;
  readonly tokens: readonly Token[];
}

export interface Script {
  readonly statements: readonly Statement[];
  /** A quote or comment that is never closed. */
  readonly unterminated: { readonly line: number; readonly opening: string } | undefined;
}

const tokenPattern = (quoted: RegExp): RegExp =>
  new RegExp(
    [
      /\s+/,
      /--[^\n]*/,
      // A # begins a comment (MySQL) at the start of a line or between spaces. Elsewhere it is an operator or part of
      // the name of a temporary table.
      /(?<=^[ \t]*)#[^\n]*/,
      /(?<=\s)#(?=\s)[^\n]*/,
      /\/\*[^]*?\*\//,
      /(\$[A-Za-z_]*\$)[^]*?\1/, // dollar quotes
      quoted,
      /"(?:[^"]|"")*"/,
      /`[^`]*`/,
      /\[[A-Za-z_][\w $]*\]/,
      /[\p{L}_@:$][\p{L}\p{N}_@$.]*/u,
      /\d[\w.]*/,
      /[^]/,
    ]
      .map(({ source }) => source)
      .join('|'),
    'gmuy',
  );
/** A backslash escapes the character after it in MySQL. */
const MYSQL = tokenPattern(/'(?:[^'\\]|''|\\[^])*'/);
/**
 * A text ends at a quote that is not doubled. A backslash escapes a quote only in some dialects. So it does only if
 * more text and another quote follow on the line. 'C:\' therefore ends in the same place as elsewhere.
 */
const OTHERS = tokenPattern(/'(?:[^'\\]|''|\\'(?=[^\n;)]{0,200}')|\\)*'/);
/** Words that only tables of MySQL and MariaDB have. */
const OF_MYSQL = /\)\s*engine\s*=\s*\w+|\bauto_increment\b/i;
const isOfMysql = (text: string) => OF_MYSQL.test(text.replace(/--[^\n]*|\/\*[^]*?\*\//g, ' '));
const OPENINGS = new Set(["'", '"', '`']);

/**
 * Splits a script at its semicolons into statements of tokens. No dialect is assumed, because that of most scripts is
 * not known.
 * A body between BEGIN and END stays in the statement that it belongs to.
 */
export function scriptOf(text: string): Script {
  const statements: Statement[] = [];
  let unterminated: Script['unterminated'];
  let [line, start, depth] = [1, 0, 0];
  let tokens: Token[] = [];
  const close = (end: number) => {
    if (tokens.length > 0) statements.push({ text: text.slice(start, end), line: tokens[0]!.line, tokens });
    [tokens, depth] = [[], 0];
  };
  for (const match of text.matchAll(isOfMysql(text) ? MYSQL : OTHERS)) {
    const [raw] = match;
    if (tokens.length === 0) start = match.index;
    if (raw === ';' && depth === 0) close(match.index);
    else if (
      /^\s*go\s*$/i.test(raw) &&
      /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, match.index - 80), match.index)) &&
      /^[ \t]*(?:\r?\n|$)/.test(text.slice(match.index + raw.length, match.index + raw.length + 80))
    )
      close(match.index);
    else {
      const token = tokenOf(raw, line);
      if (token) tokens.push(token);
      if (OPENINGS.has(raw) || (raw === '/' && text.startsWith('/*', match.index)))
        unterminated ??= { line, opening: raw === '/' ? '/*' : raw };
      if (token?.kind === 'word' && isBodied(tokens))
        depth = Math.max(0, depth + nesting(token.text, tokens.at(-2)?.text));
    }
    line += raw.split('\n').length - 1;
  }
  close(text.length);
  return { statements, unterminated };
}

function tokenOf(raw: string, line: number): Token | undefined {
  if (/^(?:\s|--|#.|\/\*)/s.test(raw)) return undefined;
  if (raw.length > 1 && raw.startsWith("'")) return { kind: 'string', text: raw.slice(1, -1), line };
  if (raw.length > 1 && /^\$[A-Za-z_]*\$/.test(raw)) return { kind: 'string', text: raw, line };
  if (raw.length > 1 && /^["`[]/.test(raw)) return { kind: 'word', text: raw.slice(1, -1), line };
  return /^[\p{L}\p{N}_@:$]/u.test(raw)
    ? { kind: 'word', text: raw.toUpperCase(), line }
    : { kind: 'symbol', text: raw, line };
}

/** Only these statements have bodies. Elsewhere, BEGIN begins a transaction. */
const isBodied = (tokens: readonly Token[]) =>
  tokens[0]?.text === 'CREATE' &&
  tokens
    .slice(1, 12)
    .some(({ text }) => ['PROCEDURE', 'PROC', 'FUNCTION', 'TRIGGER', 'EVENT', 'PACKAGE'].includes(text));

function nesting(word: string, before: string | undefined): number {
  // END LOOP and END CASE close a block that was counted. END IF and END WHILE close one that was not counted, so their
  // END is undone.
  if (before === 'END') return ['IF', 'WHILE', 'FOR'].includes(word) ? 1 : 0;
  if (word === 'BEGIN' || word === 'CASE' || word === 'LOOP' || word === 'REPEAT') return 1;
  return word === 'END' ? -1 : 0;
}

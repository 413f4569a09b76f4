export interface Token {
  readonly kind: 'word' | 'string' | 'symbol';
  /** A word in capitals, a text without its quotes, a symbol as it is. */
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

// One alternative each: white space, comments, dollar quotes, texts, quoted names, words and numbers, anything else. A
// # begins a comment (MySQL) at the start of a line or between spaces; elsewhere it is an operator or a temporary
// table. A text ends at a quote that is not doubled; a backslash escapes in some dialects only, and is honoured before
// a quote that is followed by more text on the line (MySQL), so that 'C:\' ends where it does elsewhere.
const TOKEN =
  /\s+|--[^\n]*|(?<=^[ \t]*)#[^\n]*|(?<=\s)#(?=\s)[^\n]*|\/\*[^]*?\*\/|(\$[A-Za-z_]*\$)[^]*?\1|'(?:[^'\\]|''|\\'(?=[^\n;)]{0,200}')|\\)*'|"(?:[^"]|"")*"|`[^`]*`|\[[A-Za-z_][\w $]*\]|[\p{L}_@:$][\p{L}\p{N}_@$.]*|\d[\w.]*|[^]/gmuy;
const OPENINGS = new Set(["'", '"', '`']);

/**
 * Splits a script at its semicolons into statements of tokens, without a dialect: that of most scripts is not known.
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
  for (const match of text.matchAll(TOKEN)) {
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

/** Only these have bodies of statements; BEGIN elsewhere begins a transaction. */
const isBodied = (tokens: readonly Token[]) =>
  tokens[0]?.text === 'CREATE' &&
  tokens
    .slice(1, 12)
    .some(({ text }) => ['PROCEDURE', 'PROC', 'FUNCTION', 'TRIGGER', 'EVENT', 'PACKAGE'].includes(text));

function nesting(word: string, before: string | undefined): number {
  // END LOOP and END CASE close what was counted; END IF and END WHILE close what was not, so their END is taken back.
  if (before === 'END') return ['IF', 'WHILE', 'FOR'].includes(word) ? 1 : 0;
  if (word === 'BEGIN' || word === 'CASE' || word === 'LOOP' || word === 'REPEAT') return 1;
  return word === 'END' ? -1 : 0;
}

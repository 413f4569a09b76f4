/** The syntax of comments in a language. */
export interface CommentSyntax {
  /** Whether `//` begins a comment. */
  readonly slashes: boolean;
  /** Whether `#` begins a comment. */
  readonly hash: boolean;
  /** Pairs of a beginning and an end. */
  readonly blocks: readonly (readonly [string, string])[];
}

const C_BLOCK = ['/*', '*/'] as const;
const MARKUP_BLOCK = ['<!--', '-->'] as const;
const C_LIKE: CommentSyntax = { slashes: true, hash: false, blocks: [C_BLOCK] };
const SYNTAX: Readonly<Record<string, CommentSyntax>> = {
  py: { slashes: false, hash: true, blocks: [] },
  rb: { slashes: false, hash: true, blocks: [] },
  php: { slashes: true, hash: true, blocks: [C_BLOCK, MARKUP_BLOCK] },
  css: { slashes: false, hash: false, blocks: [C_BLOCK] },
  vue: { ...C_LIKE, blocks: [C_BLOCK, MARKUP_BLOCK] },
  svelte: { ...C_LIKE, blocks: [C_BLOCK, MARKUP_BLOCK] },
};

export const syntaxOf = (file: string): CommentSyntax => SYNTAX[file.slice(file.lastIndexOf('.') + 1)] ?? C_LIKE;

const NEWLINE = 10;
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0xfeff;
const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 36 ||
  code > 127;

/**
 * Calls `each` with a hash of 32 bits and the line of every word, quoted text and sign of the code. Blanks and comments
 * are left out, so code with other comments and line breaks is still a copy. Each character is read a bounded number of
 * times, for any text.
 */
export function eachToken(text: string, syntax: CommentSyntax, each: (hash: number, line: number) => void): void {
  // A missing end of a comment or quote is searched once, not at each beginning.
  const endless = new Set<string>();
  let line = 1;
  let at = 0;
  let lineEnd = endOfLine(text, 0);
  const passTo = (end: number) => {
    while (lineEnd < end) {
      line += 1;
      lineEnd = endOfLine(text, lineEnd + 1);
    }
    at = end;
  };
  const quoteEnd = (quote: string): number => {
    const key = `${quote}${line}`;
    if (endless.has(key)) return -1;
    for (let index = at + 1; index < lineEnd; index += 1) {
      if (text[index] === '\\') index += 1;
      else if (text[index] === quote) return index + 1;
    }
    endless.add(key);
    return -1;
  };

  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === NEWLINE || isSpace(code)) {
      passTo(at + 1);
      continue;
    }
    const comment = commentEnd(text, at, lineEnd, syntax, endless);
    if (comment !== undefined) {
      passTo(comment);
      continue;
    }
    let end = at + 1;
    if (isWord(code)) while (end < text.length && isWord(text.charCodeAt(end))) end += 1;
    else if (code === 34 || code === 39) end = Math.max(end, quoteEnd(text[at]!));
    each(hashOf(text, at, end), line);
    at = end;
  }
}

function commentEnd(
  text: string,
  at: number,
  lineEnd: number,
  { slashes, hash, blocks }: CommentSyntax,
  endless: Set<string>,
): number | undefined {
  if (slashes && text.startsWith('//', at)) return lineEnd;
  // Attributes of PHP begin like a comment.
  if (hash && text[at] === '#' && text[at + 1] !== '[') return lineEnd;
  for (const [begin, end] of blocks) {
    if (endless.has(end) || !text.startsWith(begin, at)) continue;
    const found = text.indexOf(end, at + begin.length);
    if (found !== -1) return found + end.length;
    endless.add(end);
  }
  return undefined;
}

const endOfLine = (text: string, from: number): number => {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
};

/** FNV-1a. */
function hashOf(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let index = from; index < to; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

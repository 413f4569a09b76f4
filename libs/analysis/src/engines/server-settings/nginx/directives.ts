/** A directive of nginx with its arguments, without quotes: `location ^~ /files { … }`. */
export interface Directive {
  readonly name: string;
  readonly args: readonly string[];
  /** Counted from 1. */
  readonly line: number;
  /** The directives in its braces; undefined for one that ends in a semicolon. */
  readonly block?: readonly Directive[];
}

/** Programs of Jinja, Go and ERB decide what stands there. Line breaks stay, so that lines keep their numbers. */
const TEMPLATES: readonly (readonly [RegExp, string])[] = [
  [/\{%[^%]{0,300}?%\}|\{#.{0,300}?#\}|<%[^=][^%]{0,300}?%>/gs, ' '],
  [/\{\{.{0,300}?\}\}|<%=.{0,300}?%>/gs, '$__template'],
];

const keepingLines = (text: string, instead: string): string => instead + text.replaceAll(/[^\n]/g, '');

interface Token {
  readonly text: string;
  readonly line: number;
  readonly kind: 'word' | 'open' | 'close' | 'end';
}

/** A quoted word, a comment, a sign, or a word in which `${name}` may stand. */
const TOKEN = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|#[^\n]*|([{};])|((?:\$\{\w*\}|\\.|[^\s{};\\])+)/gs;
/** The longest configuration among 598 public ones has 1,100. */
const MOST_TOKENS = 30_000;
const DEEPEST = 40;
/** A program of Lua stands in the braces of `content_by_lua_block`. */
const LUA = /_by_lua_block$/;

function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  let line = 1;
  let from = 0;
  for (const match of text.matchAll(TOKEN)) {
    for (; from < match.index; from += 1) if (text.charCodeAt(from) === 10) line += 1;
    const [whole, double, single, sign, word] = match;
    const quoted = double ?? single;
    if (quoted !== undefined) tokens.push({ text: quoted.replaceAll(/\\(["'])/g, '$1'), line, kind: 'word' });
    else if (sign !== undefined)
      tokens.push({ text: whole, line, kind: sign === '{' ? 'open' : sign === '}' ? 'close' : 'end' });
    else if (word !== undefined) tokens.push({ text: word, line, kind: 'word' });
    if (tokens.length > MOST_TOKENS) return undefined;
  }
  return tokens;
}

/** The directives of a text; undefined where it is not written as nginx asks for. */
export function directivesOf(text: string): readonly Directive[] | undefined {
  const plain = TEMPLATES.reduce(
    (kept, [pattern, instead]) => kept.replaceAll(pattern, (found) => keepingLines(found, instead)),
    text,
  );
  const tokens = tokensOf(plain);
  if (tokens === undefined) return undefined;
  const top: Directive[] = [];
  const open: Directive[][] = [top];
  let words: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]!;
    if (token.kind === 'word') words.push(token);
    else if (token.kind === 'close') {
      if (words.length > 0 || open.length === 1) return undefined;
      open.pop();
    } else {
      const [first, ...args] = words;
      if (token.kind === 'open' && (first === undefined || open.length > DEEPEST)) return undefined;
      words = [];
      if (first === undefined) continue;
      const block: Directive[] | undefined = token.kind === 'open' ? [] : undefined;
      const directive = { name: first.text, args: args.map((word) => word.text), line: first.line };
      open.at(-1)!.push(block === undefined ? directive : { ...directive, block });
      if (block === undefined) continue;
      if (LUA.test(first.text)) index = endOfBlock(tokens, index);
      else open.push(block);
    }
  }
  return open.length === 1 && words.length === 0 ? top : undefined;
}

/** The place of the brace that closes the block that opens at a place. */
function endOfBlock(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let index = from; index < tokens.length; index += 1) {
    const { kind } = tokens[index]!;
    depth += kind === 'open' ? 1 : kind === 'close' ? -1 : 0;
    if (depth === 0) return index;
  }
  return tokens.length;
}

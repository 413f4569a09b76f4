import { TemplateSyntaxError } from './ast';

/** A piece of a template: text between actions, or the tokens of one action. */
export type Part =
  | { readonly kind: 'text'; readonly text: string; readonly at: number }
  | { readonly kind: 'action'; readonly tokens: readonly Token[]; readonly at: number };

export interface Token {
  readonly kind: 'space' | 'field' | 'variable' | 'word' | 'string' | 'number' | 'char' | 'mark' | 'dot';
  readonly text: string;
  readonly at: number;
}

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_]*`;
const TOKEN = new RegExp(
  [
    String.raw`(?<space>[ \t\r\n]+)`,
    String.raw`(?<field>\.${NAME})`,
    String.raw`(?<variable>\$(?:${NAME})?)`,
    '(?<string>"(?:[^"\\\\\\n]|\\\\.)*"|`[^`]*`)',
    String.raw`(?<char>'(?:[^'\\\n]|\\.)+')`,
    String.raw`(?<number>[+-]?(?:0[xXoObB][0-9a-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d+)(?:[eE][+-]?\d+)?))`,
    `(?<word>${NAME})`,
    String.raw`(?<mark>:=|=|\||\(|\)|,)`,
    String.raw`(?<dot>\.)`,
  ].join('|'),
  'uy',
);
const SPACE = ' \t\r\n';

/** @throws TemplateSyntaxError */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  let trimsNext = false;
  const addText = (end: number, trimsEnd: boolean) => {
    let [from, to] = [at, end];
    if (trimsNext) while (from < to && SPACE.includes(text[from]!)) from += 1;
    if (trimsEnd) while (to > from && SPACE.includes(text[to - 1]!)) to -= 1;
    if (to > from) parts.push({ kind: 'text', text: text.slice(from, to), at: from });
  };
  for (;;) {
    const open = text.indexOf('{{', at);
    if (open === -1) {
      addText(text.length, false);
      return parts;
    }
    const trimsBefore = text[open + 2] === '-' && SPACE.includes(text[open + 3] ?? '');
    addText(open, trimsBefore);
    const start = open + (trimsBefore ? 3 : 2);
    const { tokens, end, trimsAfter } = actionAt(text, start, open);
    if (tokens !== undefined) parts.push({ kind: 'action', tokens, at: open });
    at = end;
    trimsNext = trimsAfter;
  }
}

interface Action {
  /** None of a comment. */
  readonly tokens: readonly Token[] | undefined;
  readonly end: number;
  readonly trimsAfter: boolean;
}

function actionAt(text: string, start: number, open: number): Action {
  const comment = /\s*\/\*/y;
  comment.lastIndex = start;
  if (comment.test(text)) {
    const close = text.indexOf('*/', comment.lastIndex);
    if (close === -1) throw new TemplateSyntaxError('a comment has no end', open);
    const end = /(?:\s-)?\}\}/y;
    end.lastIndex = close + 2;
    const [found] = end.exec(text) ?? [];
    if (found === undefined) throw new TemplateSyntaxError('a comment ends before its action', open);
    return { tokens: undefined, end: end.lastIndex, trimsAfter: found.length > 2 };
  }
  const tokens: Token[] = [];
  let at = start;
  for (;;) {
    if (text.startsWith('}}', at)) return { tokens, end: at + 2, trimsAfter: false };
    if (text.startsWith('-}}', at) && SPACE.includes(text[at - 1]!)) return { tokens, end: at + 3, trimsAfter: true };
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(text)?.groups;
    const found = groups && Object.entries(groups).find(([, part]) => part !== undefined);
    if (found === undefined) throw new TemplateSyntaxError(`an action cannot be read at ${shown(text, at)}`, at);
    tokens.push({ kind: found[0] as Token['kind'], text: found[1]!, at });
    at = TOKEN.lastIndex;
  }
}

const shown = (text: string, at: number): string =>
  at >= text.length ? 'the end of the file' : JSON.stringify(text.slice(at, at + 20));
